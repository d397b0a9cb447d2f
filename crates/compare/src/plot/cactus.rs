//! The cactus plot: how many tasks an engine solves within a time per task.

use super::axis::TimeAxis;
use super::marks::{dashed, of_engine};
use super::scatter::{beside, line};
use super::{Area, DrawResult, FINE_LINES, FONT, GREY, LINES, Picture, TEXT, TITLE, pixels};
use crate::results::Comparison;
use plotters::chart::ChartBuilder;
use plotters::element::{PathElement, Text};
use plotters::prelude::DrawingBackend;
use plotters::style::IntoTextStyle;

/// How many marks a line has at least, if it has as many points.
const MARKS: usize = 8;

/// The times of one engine.
pub struct Line {
    /// The place of the engine in the comparison.
    pub engine: usize,
    name: String,
    /// The times of the solved tasks, sorted.
    pub seconds: Vec<f64>,
}

impl Line {
    /// The points with a mark: some, and always the last.
    fn marked(&self) -> impl Iterator<Item = usize> {
        let count = self.seconds.len();
        let step = (count / MARKS).max(1);
        // Engines begin at different points, or the marks of similar lines would hide each other.
        let first = self.engine % MARKS * step / MARKS;
        let last = count.checked_sub(1);
        (first..count.saturating_sub(step / 2))
            .step_by(step)
            .chain(last)
    }
}

/// All engines.
pub struct Cactus {
    /// The one that solves most first; in the order of the engines where they solve as many.
    pub lines: Vec<Line>,
    tasks: usize,
    axis: TimeAxis,
}

impl Cactus {
    /// Sorts the times of each engine.
    pub fn of(comparison: &Comparison, axis: TimeAxis) -> Cactus {
        let line = |(engine, name): (usize, &String)| {
            let answers = comparison.tasks.iter().map(|task| &task.answers[engine]);
            let mut seconds: Vec<f64> = answers.filter_map(|answer| answer.solved_in()).collect();
            seconds.sort_by(f64::total_cmp);
            Line {
                engine,
                name: name.clone(),
                seconds,
            }
        };
        let mut lines: Vec<Line> = comparison.engines.iter().enumerate().map(line).collect();
        lines.sort_by_key(|line| std::cmp::Reverse(line.seconds.len()));
        Cactus {
            lines,
            tasks: comparison.tasks.len(),
            axis,
        }
    }

    fn legend<B: DrawingBackend>(&self, area: &Area<B>) -> DrawResult<B> {
        let (wide, _) = area.dim_in_pixel();
        let left = wide as i32 - pixels(LEGEND - 12);
        area.draw(&Text::new("solved", (left, pixels(56)), beside(TEXT)))?;
        for (number, line) in self.lines.iter().enumerate() {
            let y = pixels(80 + 22 * number as i32);
            let mark = of_engine(line.engine);
            let stroke = vec![(left, y), (left + pixels(28), y)];
            area.draw(&PathElement::new(stroke, mark.stroke(6)))?;
            mark.draw(area, (left + pixels(14), y))?;
            let text = format!("{}: {}", line.name, line.seconds.len());
            area.draw(&Text::new(text, (left + pixels(36), y), beside(TEXT)))?;
        }
        Ok(())
    }
}

/// Width of the legend in pixels.
const LEGEND: i32 = 220;

impl Picture for Cactus {
    fn size(&self) -> (i32, i32) {
        (920, 500)
    }

    fn draw<B: DrawingBackend>(&self, area: &Area<B>) -> DrawResult<B> {
        self.legend(area)?;
        let axis = &self.axis;
        let title = format!("Solved tasks of {}, sorted by time", self.tasks);
        area.draw(&Text::new(title, (pixels(84), pixels(20)), beside(TITLE)))?;
        let most = self.lines.first().map_or(0, |line| line.seconds.len());
        let right = (most as f64 * 1.03).max(1.0);
        let limit = axis.limit();
        let mut chart = ChartBuilder::on(area)
            .margin(pixels(10))
            .margin_top(pixels(44))
            .margin_right(pixels(LEGEND))
            .x_label_area_size(pixels(46))
            .y_label_area_size(pixels(70))
            .build_cartesian_2d(0.0..right, axis.with_tick_at(limit, axis.border()))?;
        let label = |place: &f64| axis.label(*place);
        let count = |place: &f64| format!("{place:.0}");
        chart
            .configure_mesh()
            .bold_line_style(line(LINES))
            .light_line_style(line(FINE_LINES))
            .axis_style(line(GREY))
            .set_all_tick_mark_size(pixels(4))
            .x_max_light_lines(1)
            .x_label_formatter(&count)
            .y_label_formatter(&label)
            .label_style((FONT, pixels(TEXT)))
            .axis_desc_style((FONT, pixels(TEXT)).into_text_style(area))
            .x_desc("solved tasks")
            .y_desc("seconds per task")
            .draw()?;
        let (left, top) = area.get_base_pixel();
        let place = |x: f64, y: f64| {
            let (absolute_x, absolute_y) = chart.backend_coord(&(x, y));
            (absolute_x - left, absolute_y - top)
        };
        dashed(area, place(0.0, limit), place(right, limit), line(GREY))?;
        // The worst first: better ones are drawn over it.
        for line in self.lines.iter().rev() {
            let mark = of_engine(line.engine);
            let point =
                |number: usize| place((number + 1) as f64, axis.place(line.seconds[number]));
            let path: Vec<(i32, i32)> = (0..line.seconds.len()).map(point).collect();
            area.draw(&PathElement::new(path, mark.stroke(6)))?;
            for number in line.marked() {
                mark.draw(area, point(number))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Cactus, Line};
    use crate::plot::axis::TimeAxis;
    use crate::results::tests::sample;

    #[test]
    fn times_are_sorted_and_the_best_engine_is_first() {
        let comparison = sample();
        let cactus = Cactus::of(&comparison, TimeAxis::of(&comparison, 20.0));
        let lines: Vec<_> = cactus
            .lines
            .iter()
            .map(|line| (line.engine, line.seconds.clone()))
            .collect();
        assert_eq!(lines, [(1, vec![0.1, 5.0, 10.0]), (0, vec![0.5, 2.0])]);
    }

    #[test]
    fn some_points_have_marks_and_the_last_one_has() {
        let marked = |engine, count| {
            let line = Line {
                engine,
                name: String::new(),
                seconds: vec![1.0; count],
            };
            line.marked().collect::<Vec<usize>>()
        };
        assert!(marked(0, 0).is_empty());
        assert_eq!(marked(3, 1), [0, 0]);
        assert_eq!(marked(0, 80), [0, 10, 20, 30, 40, 50, 60, 70, 79]);
        assert_eq!(marked(4, 80), [5, 15, 25, 35, 45, 55, 65, 79]);
    }
}
