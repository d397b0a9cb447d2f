//! The control flow as a drawing: places with what holds there, ways with what happens on them.

use super::html::Html;
use super::layout::{Point, Size, layout};
use super::source::Anchors;
use super::{invariants, telling};
use invar_report::{
    AssertionStatus, Graph, GraphDetail, GraphEdge, GraphNode, GraphNodeKind, Place, Report,
};

/// Width and height of a character of the drawing's font.
const CHARACTER: Size = Size {
    width: 6.7,
    height: 15.0,
};
/// Space between a text and the border of its box.
const PADDING: f64 = 6.0;
/// Space around the drawing.
const MARGIN: f64 = 12.0;
/// Characters of a line of text.
const MAX_CHARACTERS: usize = 44;
/// Lines in a box.
const MAX_LINES: usize = 7;

/// A box with text.
struct Shape {
    class: &'static str,
    lines: Vec<String>,
    /// The source line it leads to.
    anchor: Option<String>,
}

impl Shape {
    fn size(&self) -> Size {
        let widest = self.lines.iter().map(|line| line.chars().count()).max();
        Size {
            width: widest.unwrap_or(0) as f64 * CHARACTER.width + 2.0 * PADDING,
            height: self.lines.len() as f64 * CHARACTER.height + PADDING,
        }
    }
}

/// The drawing, if there is one.
pub(super) fn section(html: &mut Html, report: &Report, anchors: &Anchors) {
    let Some(graph) = report
        .graph
        .as_ref()
        .filter(|graph| !graph.nodes.is_empty())
    else {
        return;
    };
    html.raw("<section aria-label=\"Control flow\">\n<h2>Control flow</h2>\n<p>");
    html.raw(match graph.detail {
        GraphDetail::Branches => "Calls are inlined. Loop heads show what always holds there.",
        GraphDetail::Loops => {
            "Calls are inlined. The program is large: only its start, its loops and what must not \
             be reached are drawn; ways name the source lines they pass."
        }
    });
    if graph.omitted > 0 {
        html.raw(" ")
            .text(graph.omitted)
            .raw(" more places are left out.");
    }
    html.raw("</p>\n<div class=\"drawing\">\n");
    draw(html, report, anchors, graph);
    html.raw("</div>\n</section>\n");
}

fn draw(html: &mut Html, report: &Report, anchors: &Anchors, graph: &Graph) {
    let mut shapes: Vec<Shape> = graph
        .nodes
        .iter()
        .map(|n| node_shape(report, anchors, n))
        .collect();
    // A way with a text goes through a box of its own: so texts never overlap.
    let mut edges = Vec::new();
    for edge in &graph.edges {
        match edge_lines(edge, graph.detail) {
            lines if lines.is_empty() => edges.push((edge.from, edge.to)),
            lines => {
                edges.push((edge.from, shapes.len()));
                edges.push((shapes.len(), edge.to));
                shapes.push(Shape {
                    class: "way",
                    lines,
                    anchor: None,
                });
            }
        }
    }
    let sizes: Vec<Size> = shapes.iter().map(Shape::size).collect();
    let layout = layout(&sizes, &edges);
    let (width, height) = (
        layout.size.width + 2.0 * MARGIN,
        layout.size.height + 2.0 * MARGIN,
    );
    html.raw("<svg class=\"automaton\" role=\"img\" aria-label=\"control-flow graph\" width=\"");
    html.number(width).raw("\" height=\"").number(height);
    html.raw("\" viewBox=\"")
        .number(-MARGIN)
        .raw(" ")
        .number(-MARGIN);
    html.raw(" ")
        .number(width)
        .raw(" ")
        .number(height)
        .raw("\">\n");
    html.raw("<defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" ")
        .raw("markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">")
        .raw("<path d=\"M0 0L8 4L0 8z\"/></marker></defs>\n");
    for route in &layout.routes {
        write_path(html, route);
    }
    for ((shape, size), centre) in shapes.iter().zip(&sizes).zip(&layout.centres) {
        write_shape(html, shape, *size, *centre);
    }
    html.raw("</svg>\n");
}

/// What a place says: what it is, its line, and what holds there.
fn node_shape(report: &Report, anchors: &Anchors, node: &GraphNode) -> Shape {
    let line = node.place.as_ref().map(|place| place.line.to_string());
    let line = line.unwrap_or_default();
    let status = node
        .place
        .as_ref()
        .and_then(|place| status_at(report, place));
    let (class, first) = match node.kind {
        GraphNodeKind::Start => ("start", "start".to_owned()),
        GraphNodeKind::End => ("end", "end".to_owned()),
        GraphNodeKind::Loop => ("loop", format!("loop at line {line}")),
        GraphNodeKind::Unsupported => ("unknown", format!("not modelled, line {line}")),
        GraphNodeKind::Plain => ("plain", line),
        GraphNodeKind::Error => match status {
            Some(AssertionStatus::Violated) => ("violated", format!("violated, line {line}")),
            Some(AssertionStatus::Proved) => ("proved", format!("not reached, line {line}")),
            Some(AssertionStatus::Unreachable) => {
                ("unreachable", format!("not reached, line {line}"))
            }
            Some(AssertionStatus::Unaffected) => {
                ("unaffected", format!("not looked at, line {line}"))
            }
            Some(AssertionStatus::Unknown) | None => ("unknown", format!("error, line {line}")),
        },
    };
    let mut lines = vec![first];
    if node.kind == GraphNodeKind::Loop {
        let here = invariants(report)
            .iter()
            .filter(|i| Some(&i.place) == node.place.as_ref() && i.calls == node.calls);
        for invariant in here {
            match telling(invariant) {
                Some(facts) => lines.extend(facts.into_iter().map(shortened)),
                None => lines.push("never reached".into()),
            }
        }
    }
    Shape {
        class,
        lines: limited(lines),
        anchor: node.place.as_ref().map(|place| anchors.name(place)),
    }
}

/// The status of the assertion at a place.
fn status_at(report: &Report, place: &Place) -> Option<AssertionStatus> {
    let position = |place: &Place| (place.file.clone(), place.line, place.column);
    let here = Some(position(place));
    let mut assertions = report.assertions.iter();
    let found = assertions.find(|a| a.place.as_ref().map(position) == here);
    found.map(|assertion| assertion.status)
}

/// What a way says.
fn edge_lines(edge: &GraphEdge, detail: GraphDetail) -> Vec<String> {
    match (detail, edge.lines) {
        (GraphDetail::Branches, _) => {
            limited(edge.texts.iter().map(|text| shortened(text)).collect())
        }
        (GraphDetail::Loops, Some((first, last))) if first == last => vec![format!("line {first}")],
        (GraphDetail::Loops, Some((first, last))) => vec![format!("lines {first} to {last}")],
        (GraphDetail::Loops, None) => Vec::new(),
    }
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= MAX_CHARACTERS {
        return text.to_owned();
    }
    let kept: String = text.chars().take(MAX_CHARACTERS - 1).collect();
    format!("{kept}\u{2026}")
}

fn limited(mut lines: Vec<String>) -> Vec<String> {
    if lines.len() > MAX_LINES {
        let more = lines.len() - (MAX_LINES - 1);
        lines.truncate(MAX_LINES - 1);
        lines.push(format!("\u{2026} {more} more"));
    }
    lines
}

/// A smooth line that leaves and arrives upright.
fn write_path(html: &mut Html, route: &[Point]) {
    let Some(first) = route.first() else { return };
    html.raw("<path class=\"edge\" marker-end=\"url(#arrow)\" d=\"M");
    html.number(first.x).raw(" ").number(first.y);
    for pair in route.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let middle = (from.y + to.y) / 2.0;
        html.raw("C").number(from.x).raw(" ").number(middle);
        html.raw(" ").number(to.x).raw(" ").number(middle);
        html.raw(" ").number(to.x).raw(" ").number(to.y);
    }
    html.raw("\"/>\n");
}

fn write_shape(html: &mut Html, shape: &Shape, size: Size, centre: Point) {
    let (left, top) = (centre.x - size.width / 2.0, centre.y - size.height / 2.0);
    if let Some(anchor) = &shape.anchor {
        html.raw("<a href=\"#").text(anchor).raw("\">");
    }
    html.raw("<g class=\"")
        .raw(shape.class)
        .raw("\"><rect x=\"")
        .number(left);
    html.raw("\" y=\"")
        .number(top)
        .raw("\" width=\"")
        .number(size.width);
    html.raw("\" height=\"")
        .number(size.height)
        .raw("\" rx=\"5\"/>");
    for (number, line) in shape.lines.iter().enumerate() {
        let baseline = top + PADDING / 2.0 + CHARACTER.height * (number as f64 + 0.75);
        html.raw("<text x=\"")
            .number(left + PADDING)
            .raw("\" y=\"")
            .number(baseline);
        html.raw("\">").text(line).raw("</text>");
    }
    html.raw("</g>");
    html.raw(if shape.anchor.is_some() {
        "</a>\n"
    } else {
        "\n"
    });
}
