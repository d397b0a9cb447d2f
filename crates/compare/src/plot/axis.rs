//! Logarithmic axes of time, with a border for what was not solved.
//!
//! Plotters gets the logarithms on a linear axis, so that ticks, border and points are where this file puts them.

use crate::results::{Answer, Comparison};
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use std::ops::Range;

/// How far beyond the limit the border lies, in decades.
const BEYOND: f64 = 0.16;
/// How far the axis extends beyond the border, so that marks on it are whole.
const MARGIN: f64 = 0.09;
/// Labels closer than this would touch.
const APART: f64 = 0.3;

/// An axis of time; positions on it are decimal logarithms of seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeAxis {
    low: f64,
    limit: f64,
}

impl TimeAxis {
    /// From below the fastest solved task of any engine to beyond the limit.
    pub fn of(comparison: &Comparison, timeout_seconds: f64) -> TimeAxis {
        let answers = comparison.tasks.iter().flat_map(|task| &task.answers);
        let fastest = answers
            .filter_map(Answer::solved_in)
            .fold(timeout_seconds / 10.0, f64::min);
        let fastest = fastest.max(0.001);
        let decade = 10_f64.powf(fastest.log10().floor());
        // The next of 1, 2 and 5 below, so that little of the axis is empty.
        let step = [5.0, 2.0, 1.0]
            .into_iter()
            .find(|step| step * decade < fastest);
        TimeAxis {
            low: (decade * step.unwrap_or(0.5)).log10(),
            limit: timeout_seconds.log10(),
        }
    }

    /// Where the limit is.
    pub fn limit(&self) -> f64 {
        self.limit
    }

    /// Where the axis begins.
    pub fn low(&self) -> f64 {
        self.low
    }

    /// Where unsolved tasks are.
    pub fn border(&self) -> f64 {
        self.limit + BEYOND
    }

    /// Where the axis ends.
    pub fn high(&self) -> f64 {
        self.border() + MARGIN
    }

    /// Where a time is. Certification may end a little after the limit; that is no reason to leave the plot.
    pub fn place(&self, seconds: f64) -> f64 {
        seconds.log10().clamp(self.low, self.limit)
    }

    /// Where an answer is: its time, or the border.
    pub fn place_of(&self, answer: &Answer) -> f64 {
        answer
            .solved_in()
            .map_or(self.border(), |seconds| self.place(seconds))
    }

    /// Ticks at the decades and at one more place, after them.
    pub fn with_tick_at(&self, last: f64, end: f64) -> Ticks {
        let decades = self.low.ceil() as i32..=last.floor() as i32;
        let mut ticks: Vec<f64> = decades
            .map(f64::from)
            .filter(|tick| last - tick > APART)
            .collect();
        ticks.push(last);
        Ticks {
            range: self.low..end,
            ticks,
            between: self.between(),
        }
    }

    /// The multiples of powers of ten.
    fn between(&self) -> Vec<f64> {
        let decades = self.low.floor() as i32..=self.limit.floor() as i32;
        let all = decades
            .flat_map(|decade| (1..=9).map(move |n| f64::from(decade) + f64::from(n).log10()));
        all.filter(|place| (self.low..=self.limit).contains(place))
            .collect()
    }

    /// The label of a tick.
    pub fn label(&self, place: f64) -> String {
        if place > self.limit {
            return "unsolved".into();
        }
        let seconds = 10_f64.powf(place);
        if place.fract() == 0.0 && place < 0.0 {
            format!("{seconds:.*}", place.abs() as usize)
        } else {
            // The limit, which need not be a whole number.
            let text = format!("{seconds:.3}");
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
    }
}

/// A linear axis with its lines at given places, for plotters.
pub struct Ticks {
    range: Range<f64>,
    ticks: Vec<f64>,
    between: Vec<f64>,
}

impl Ranged for Ticks {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (first, last): (i32, i32)) -> i32 {
        let part = (value - self.range.start) / (self.range.end - self.range.start);
        first + (f64::from(last - first) * part).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if hint.weight().allow_light_points() {
            self.between.clone()
        } else {
            self.ticks.clone()
        }
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::TimeAxis;
    use crate::results::tests::sample;
    use plotters::coord::ranged1d::{BoldPoints, Ranged};

    #[test]
    fn solved_tasks_are_at_their_time_and_others_on_the_border() {
        let comparison = sample();
        let axis = TimeAxis::of(&comparison, 20.0);
        let place =
            |task: usize, engine: usize| axis.place_of(&comparison.tasks[task].answers[engine]);
        assert_eq!(place(0, 0), 0.5_f64.log10());
        assert_eq!(place(3, 1), 1.0);
        // Unknown, error, without a certificate, wrong: none is solved.
        for (task, engine) in [(2, 0), (3, 0), (5, 0), (5, 1)] {
            assert_eq!(place(task, engine), axis.border());
        }
        assert!(axis.limit() < axis.border() && axis.border() < axis.high());
    }

    #[test]
    fn the_axis_begins_below_the_fastest_task() {
        let axis = TimeAxis::of(&sample(), 20.0);
        assert_eq!(axis.low(), 0.05_f64.log10());
        assert_eq!(axis.place(0.0001), axis.low());
        assert_eq!(axis.place(20.4), axis.limit());
    }

    #[test]
    fn ticks_are_decades_and_the_border() {
        let axis = TimeAxis::of(&sample(), 20.0);
        let ticks = axis
            .with_tick_at(axis.border(), axis.high())
            .key_points(BoldPoints(10));
        let labels: Vec<String> = ticks.iter().map(|tick| axis.label(*tick)).collect();
        assert_eq!(labels, ["0.1", "1", "10", "unsolved"]);
        let ticks = axis
            .with_tick_at(axis.limit(), axis.limit())
            .key_points(BoldPoints(10));
        let labels: Vec<String> = ticks.iter().map(|tick| axis.label(*tick)).collect();
        assert_eq!(labels, ["0.1", "1", "10", "20"]);
    }

    #[test]
    fn labels_do_not_touch() {
        let axis = TimeAxis::of(&sample(), 10.0);
        let ticks = axis
            .with_tick_at(axis.border(), axis.high())
            .key_points(BoldPoints(10));
        let labels: Vec<String> = ticks.iter().map(|tick| axis.label(*tick)).collect();
        assert_eq!(labels, ["0.1", "1", "unsolved"]);
    }
}
