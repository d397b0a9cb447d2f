//! Marks and colours that differ for colour-blind eyes (Okabe and Ito) and in print without colours.

use super::{Area, DrawResult, pixels};
use plotters::element::{Circle, PathElement};
use plotters::prelude::{DrawingBackend, RGBColor, ShapeStyle};

/// The shape of a mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A ring.
    Circle,
    /// A square on its side.
    Square,
    /// A triangle on its side.
    Triangle,
    /// A triangle on its tip.
    Flipped,
    /// A square on its tip.
    Diamond,
    /// Two strokes, upright.
    Plus,
    /// Two strokes, aslant.
    Cross,
    /// A clock glass.
    Hourglass,
}

/// A shape in a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The shape.
    pub shape: Shape,
    /// The colour.
    pub colour: RGBColor,
}

/// Tasks whose property holds.
pub const SAFE: Mark = Mark {
    shape: Shape::Circle,
    colour: RGBColor(0, 114, 178),
};
/// Tasks whose property is violated.
pub const UNSAFE: Mark = Mark {
    shape: Shape::Triangle,
    colour: RGBColor(213, 94, 0),
};

/// One for each engine; more engines have the shapes again, in other colours.
const ENGINES: [Mark; 8] = [
    Mark {
        shape: Shape::Circle,
        colour: RGBColor(0, 0, 0),
    },
    Mark {
        shape: Shape::Square,
        colour: RGBColor(230, 159, 0),
    },
    Mark {
        shape: Shape::Triangle,
        colour: RGBColor(213, 94, 0),
    },
    Mark {
        shape: Shape::Flipped,
        colour: RGBColor(204, 121, 167),
    },
    Mark {
        shape: Shape::Diamond,
        colour: RGBColor(86, 180, 233),
    },
    Mark {
        shape: Shape::Plus,
        colour: RGBColor(128, 128, 128),
    },
    Mark {
        shape: Shape::Cross,
        colour: RGBColor(0, 114, 178),
    },
    Mark {
        shape: Shape::Hourglass,
        colour: RGBColor(0, 158, 115),
    },
];

/// The mark of an engine.
pub fn of_engine(number: usize) -> Mark {
    let count = ENGINES.len();
    Mark {
        shape: ENGINES[number % count].shape,
        colour: ENGINES[(number + number / count) % count].colour,
    }
}

impl Mark {
    /// Lines in the mark's colour, as many quarters of a pixel wide.
    pub fn stroke(&self, quarters: i32) -> ShapeStyle {
        let width = (pixels(quarters) / 4).unsigned_abs();
        ShapeStyle {
            color: self.colour.into(),
            filled: false,
            stroke_width: width,
        }
    }

    /// Draws one element at a place: one path or ring, so that marks can be counted.
    pub fn draw<B: DrawingBackend>(&self, area: &Area<B>, (x, y): (i32, i32)) -> DrawResult<B> {
        let style = self.stroke(6);
        let r = pixels(4);
        let (s, h) = (r * 7 / 8, r / 2);
        let corners: &[(i32, i32)] = match self.shape {
            Shape::Circle => return area.draw(&Circle::new((x, y), r, style)),
            Shape::Square => &[(-s, -s), (s, -s), (s, s), (-s, s), (-s, -s)],
            Shape::Triangle => &[(0, -r), (s, h), (-s, h), (0, -r)],
            Shape::Flipped => &[(0, r), (s, -h), (-s, -h), (0, r)],
            Shape::Diamond => &[(0, -r), (r, 0), (0, r), (-r, 0), (0, -r)],
            // Strokes alone need more length to be seen on a line.
            Shape::Plus => &[(0, -r - h), (0, r + h), (0, 0), (-r - h, 0), (r + h, 0)],
            Shape::Cross => &[(-r, -r), (r, r), (0, 0), (-r, r), (r, -r)],
            Shape::Hourglass => &[(-s, -s), (s, -s), (-s, s), (s, s), (-s, -s)],
        };
        let path: Vec<(i32, i32)> = corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
        area.draw(&PathElement::new(path, style))
    }
}

/// A line of dashes.
pub fn dashed<B: DrawingBackend>(
    area: &Area<B>,
    from: (i32, i32),
    to: (i32, i32),
    style: ShapeStyle,
) -> DrawResult<B> {
    let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
    let length = dx.hypot(dy);
    let (dash, step) = (f64::from(pixels(6)), f64::from(pixels(10)));
    let point = |along: f64| {
        let part = along.min(length) / length;
        (
            from.0 + (dx * part).round() as i32,
            from.1 + (dy * part).round() as i32,
        )
    };
    let dashes = (length / step).ceil() as u32;
    for start in (0..dashes).map(|number| f64::from(number) * step) {
        area.draw(&PathElement::new(
            vec![point(start), point(start + dash)],
            style,
        ))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{ENGINES, of_engine};

    #[test]
    fn no_two_engines_of_the_paper_look_alike() {
        for (number, mark) in ENGINES.iter().enumerate() {
            for other in &ENGINES[..number] {
                assert_ne!(mark.shape, other.shape);
                assert_ne!(mark.colour, other.colour);
            }
        }
    }

    #[test]
    fn more_engines_than_shapes_do_not_look_alike_either() {
        for number in 0..ENGINES.len() * ENGINES.len() {
            assert!((0..number).all(|other| of_engine(other) != of_engine(number)));
        }
        assert_eq!(of_engine(3), ENGINES[3]);
    }
}
