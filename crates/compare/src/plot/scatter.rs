//! Scatter plots: the time of one engine against that of another, task by task.

use super::axis::TimeAxis;
use super::marks::{Mark, SAFE, UNSAFE, dashed};
use super::{Area, DrawResult, FINE_LINES, FONT, GREY, LINES, Picture, TEXT, TITLE, pixels, width};
use crate::results::{Comparison, Label};
use crate::summary::PairSummary;
use plotters::chart::ChartBuilder;
use plotters::element::{PathElement, Text};
use plotters::prelude::{BLACK, Color, DrawingBackend, IntoFont, RGBColor};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{IntoTextStyle, ShapeStyle, TextStyle};

/// One task, at the logarithms of both times.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// Place of the first engine's answer.
    pub x: f64,
    /// Place of the second engine's answer.
    pub y: f64,
    /// What the label of the task says.
    pub label: Label,
}

/// Two engines against each other.
pub struct Scatter {
    /// The places of the engines in the comparison.
    pub pair: (usize, usize),
    /// The tasks that one of them solves.
    pub points: Vec<Point>,
    axis: TimeAxis,
    names: (String, String),
    counts: PairSummary,
}

impl Scatter {
    /// Tasks that neither solves are left out: they would all be in one corner.
    pub fn of(comparison: &Comparison, (x, y): (usize, usize), axis: TimeAxis) -> Scatter {
        let answered = comparison.tasks.iter().filter(|task| {
            [x, y]
                .iter()
                .any(|engine| task.answers[*engine].solved_in().is_some())
        });
        let points = answered.map(|task| Point {
            x: axis.place_of(&task.answers[x]),
            y: axis.place_of(&task.answers[y]),
            label: task.label,
        });
        Scatter {
            pair: (x, y),
            points: points.collect(),
            axis,
            names: (comparison.engines[x].clone(), comparison.engines[y].clone()),
            counts: PairSummary::of(comparison, x, y),
        }
    }

    fn title<B: DrawingBackend>(&self, area: &Area<B>) -> DrawResult<B> {
        let (wide, _) = area.dim_in_pixel();
        let middle = wide as i32 / 2;
        let (x, y) = &self.names;
        let style = centred(TITLE, &BLACK);
        area.draw(&Text::new(
            format!("{x} and {y}"),
            (middle, pixels(18)),
            style,
        ))?;
        let counts = format!(
            "only {x}: {} · both: {} · only {y}: {}",
            self.counts.only_first, self.counts.both, self.counts.only_second
        );
        area.draw(&Text::new(
            counts,
            (middle, pixels(39)),
            centred(TEXT, &GREY),
        ))?;
        for (mark, text, offset) in [(SAFE, "safe", -58), (UNSAFE, "unsafe", 22)] {
            let left = middle + pixels(offset);
            mark.draw(area, (left, pixels(58)))?;
            area.draw(&Text::new(
                text,
                (left + pixels(10), pixels(58)),
                beside(TEXT),
            ))?;
        }
        Ok(())
    }
}

/// Text around a point.
fn centred(size: i32, colour: &RGBColor) -> TextStyle<'static> {
    let style = (FONT, pixels(size)).into_font().color(colour);
    style.pos(Pos::new(HPos::Center, VPos::Center))
}

/// Text to the right of a point.
pub fn beside(size: i32) -> TextStyle<'static> {
    let style = (FONT, pixels(size)).into_font().color(&BLACK);
    style.pos(Pos::new(HPos::Left, VPos::Center))
}

/// A thin line.
pub fn line(colour: RGBColor) -> ShapeStyle {
    colour.stroke_width(width(1))
}

fn mark_of(label: Label) -> Mark {
    match label {
        Label::True => SAFE,
        Label::False => UNSAFE,
    }
}

impl Picture for Scatter {
    fn size(&self) -> (i32, i32) {
        (470, 476)
    }

    fn draw<B: DrawingBackend>(&self, area: &Area<B>) -> DrawResult<B> {
        self.title(area)?;
        let axis = &self.axis;
        let (border, high) = (axis.border(), axis.high());
        let mut chart = ChartBuilder::on(area)
            .margin(pixels(10))
            .margin_top(pixels(72))
            .margin_right(pixels(28))
            .x_label_area_size(pixels(46))
            .y_label_area_size(pixels(84))
            .build_cartesian_2d(
                axis.with_tick_at(border, high),
                axis.with_tick_at(border, high),
            )?;
        let label = |place: &f64| axis.label(*place);
        chart
            .configure_mesh()
            .bold_line_style(line(LINES))
            .light_line_style(line(FINE_LINES))
            .axis_style(line(GREY))
            .set_all_tick_mark_size(pixels(4))
            .x_label_formatter(&label)
            .y_label_formatter(&label)
            .label_style((FONT, pixels(TEXT)))
            .axis_desc_style((FONT, pixels(TEXT)).into_text_style(area))
            .x_desc(format!("{}: seconds", self.names.0))
            .y_desc(format!("{}: seconds", self.names.1))
            .draw()?;
        let (left, top) = area.get_base_pixel();
        let place = |x: f64, y: f64| {
            let (absolute_x, absolute_y) = chart.backend_coord(&(x, y));
            (absolute_x - left, absolute_y - top)
        };
        let (low, limit) = (axis.low(), axis.limit());
        area.draw(&PathElement::new(
            vec![place(low, low), place(limit, limit)],
            line(GREY),
        ))?;
        dashed(area, place(border, low), place(border, high), line(GREY))?;
        dashed(area, place(low, border), place(high, border), line(GREY))?;
        for point in &self.points {
            mark_of(point.label).draw(area, place(point.x, point.y))?;
        }
        Ok(())
    }
}

/// All scatter plots on one page.
pub struct Grid<'a> {
    /// The plots, row by row.
    pub plots: &'a [Scatter],
}

impl Grid<'_> {
    fn columns(&self) -> usize {
        self.plots.len().clamp(1, 3)
    }
}

impl Picture for Grid<'_> {
    fn size(&self) -> (i32, i32) {
        let rows = self.plots.len().div_ceil(self.columns());
        let (wide, high) = self.plots.first().map_or((1, 1), Picture::size);
        (wide * self.columns() as i32, high * rows as i32)
    }

    fn draw<B: DrawingBackend>(&self, area: &Area<B>) -> DrawResult<B> {
        let rows = self.plots.len().div_ceil(self.columns());
        let cells = area.split_evenly((rows, self.columns()));
        self.plots
            .iter()
            .zip(&cells)
            .try_for_each(|(plot, cell)| plot.draw(cell))
    }
}
