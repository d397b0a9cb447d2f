//! How the search went: level, lemmas and obligations over time, each in a chart of its own.

use super::html::Html;
use invar_report::{Report, Sample};

/// The whole chart, and the part in which lines are drawn.
const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 150.0;
const LEFT: f64 = 40.0;
const RIGHT: f64 = 352.0;
const TOP: f64 = 22.0;
const BOTTOM: f64 = 122.0;

/// A number that is drawn.
struct Series {
    title: &'static str,
    of: fn(&Sample) -> f64,
}

const SERIES: [Series; 3] = [
    Series {
        title: "Level",
        of: |sample| f64::from(sample.level),
    },
    Series {
        title: "Lemmas",
        of: |sample| sample.lemmas as f64,
    },
    Series {
        title: "Open obligations",
        of: |sample| sample.obligations as f64,
    },
];

/// The charts, if there is something to draw.
pub(super) fn section(html: &mut Html, report: &Report) {
    let samples = shown(&report.samples);
    if samples.len() < 2 {
        return;
    }
    let samples = &samples;
    html.raw("<section aria-label=\"Search over time\">\n<h2>Search over time</h2>\n");
    html.raw("<div class=\"charts\">\n");
    for series in &SERIES {
        // An engine without lemmas has no chart of them.
        if samples.iter().any(|sample| (series.of)(sample) > 0.0) {
            chart(html, samples, series);
        }
    }
    html.raw("</div>\n");
    legend(html, samples);
    html.raw("</section>\n");
}

/// Searches with frames, if there are any: the depth of an unrolling beside them would make their
/// levels a flat line.
fn shown(samples: &[Sample]) -> Vec<Sample> {
    let has_frames = |search: &[Sample]| search.iter().any(|s| s.lemmas + s.obligations > 0);
    let with_frames: Vec<Sample> = searches(samples)
        .filter(|search| has_frames(search))
        .flatten()
        .cloned()
        .collect();
    if with_frames.is_empty() {
        samples.to_vec()
    } else {
        with_frames
    }
}

/// Samples of one search: an engine in one arithmetic.
fn searches(samples: &[Sample]) -> impl Iterator<Item = &[Sample]> {
    samples.chunk_by(|a, b| (&a.engine, &a.arithmetic) == (&b.engine, &b.arithmetic))
}

/// The searches with their numbers: the charts name them by these.
fn legend(html: &mut Html, samples: &[Sample]) {
    html.raw("<ol class=\"searches\">\n");
    for search in searches(samples) {
        let (first, last) = (&search[0], &search[search.len() - 1]);
        html.raw("<li><code>")
            .text(&first.engine)
            .raw("</code> over ");
        html.text(&first.arithmetic).raw(", ");
        html.text(format!("{:.1}", first.seconds)).raw(" to ");
        html.text(format!("{:.1}", last.seconds)).raw(" s</li>\n");
    }
    html.raw("</ol>\n");
}

fn chart(html: &mut Html, samples: &[Sample], series: &Series) {
    let longest = samples.iter().map(|s| s.seconds).fold(0.0, f64::max);
    let largest = samples.iter().map(series.of).fold(0.0, f64::max);
    let (seconds, most) = (nice(longest), nice(largest));
    let x = |sample: &Sample| LEFT + sample.seconds / seconds * (RIGHT - LEFT);
    let y = |sample: &Sample| BOTTOM - (series.of)(sample) / most * (BOTTOM - TOP);
    html.raw("<svg class=\"chart\" role=\"img\" viewBox=\"0 0 ");
    html.number(WIDTH)
        .raw(" ")
        .number(HEIGHT)
        .raw("\" aria-label=\"");
    html.text(series.title)
        .raw(" over time\">\n<text class=\"title\" x=\"");
    html.number(LEFT)
        .raw("\" y=\"12\">")
        .text(series.title)
        .raw("</text>\n");
    for half in 0..=2 {
        let part = f64::from(half) / 2.0;
        let (across, down) = (LEFT + part * (RIGHT - LEFT), BOTTOM - part * (BOTTOM - TOP));
        line(html, "grid", [LEFT, down, RIGHT, down]);
        let baseline = down + 4.0;
        label(html, "end", LEFT - 5.0, baseline, &short(part * most));
        let anchor = ["start", "middle", "end"][half as usize];
        let time = format!("{} s", short(part * seconds));
        label(html, anchor, across, BOTTOM + 15.0, &time);
    }
    for (number, search) in searches(samples).enumerate() {
        if number > 0 {
            let start = x(&search[0]);
            line(html, "border", [start, TOP, start, BOTTOM]);
        }
        html.raw("<polyline class=\"series\" points=\"");
        for sample in search {
            html.number(x(sample)).raw(",").number(y(sample)).raw(" ");
        }
        html.raw("\"/>");
        for sample in search.iter().rev().take(1) {
            html.raw("<circle class=\"dot\" r=\"2\" cx=\"")
                .number(x(sample));
            html.raw("\" cy=\"").number(y(sample)).raw("\"/>\n");
        }
    }
    html.raw("</svg>\n");
}

fn line(html: &mut Html, class: &'static str, [x1, y1, x2, y2]: [f64; 4]) {
    html.raw("<line class=\"")
        .raw(class)
        .raw("\" x1=\"")
        .number(x1);
    html.raw("\" y1=\"").number(y1).raw("\" x2=\"").number(x2);
    html.raw("\" y2=\"").number(y2).raw("\"/>\n");
}

fn label(html: &mut Html, anchor: &'static str, x: f64, y: f64, text: &str) {
    html.raw("<text text-anchor=\"")
        .raw(anchor)
        .raw("\" x=\"")
        .number(x);
    html.raw("\" y=\"")
        .number(y)
        .raw("\">")
        .text(text)
        .raw("</text>\n");
}

/// The next round number whose half is short too.
fn nice(number: f64) -> f64 {
    if number <= 0.0 {
        return 1.0;
    }
    let power = 10f64.powf(number.log10().floor());
    let steps = [1.0, 1.2, 1.6, 2.0, 2.4, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0];
    let step = steps.into_iter().find(|step| step * power >= number);
    step.unwrap_or(10.0) * power
}

/// At most two decimals, none that say nothing.
fn short(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::{nice, short};

    #[test]
    fn axes_end_at_round_numbers() {
        for (given, expected) in [
            (0.0, 1.0),
            (0.7, 0.8),
            (1.0, 1.0),
            (23.0, 24.0),
            (11.9, 12.0),
            (99.0, 100.0),
        ] {
            assert!((nice(given) - expected).abs() < 1e-9, "{given}");
        }
        assert_eq!(short(2.50), "2.5");
        assert_eq!(short(100.0), "100");
        assert_eq!(short(0.0), "0");
    }
}
