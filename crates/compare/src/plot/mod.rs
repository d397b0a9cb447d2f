//! Pictures: each as SVG and as PNG, from one description.
//!
//! Everything is drawn on a grid that is `FINE` times as fine as the pixels: the SVG keeps the grid in its `viewBox`, the
//! PNG averages it, since the bitmap back end draws whole pixels only.

mod axis;
mod bitmap;
mod cactus;
mod marks;
mod scatter;

use crate::results::Comparison;
use axis::TimeAxis;
use cactus::Cactus;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea};
use plotters::prelude::{BitMapBackend, DrawingBackend, FontStyle, RGBColor, SVGBackend, WHITE};
use plotters::style::register_font;
use scatter::{Grid, Scatter};
use std::path::Path;

/// Points of the grid per pixel.
const FINE: i32 = 3;
/// The name under which SVG readers and plotters find the font.
const FONT: &str = "sans-serif";
const TITLE: i32 = 17;
const TEXT: i32 = 14;
const GREY: RGBColor = RGBColor(110, 110, 110);
const LINES: RGBColor = RGBColor(205, 205, 205);
const FINE_LINES: RGBColor = RGBColor(238, 238, 238);

/// A part of a picture.
type Area<B> = DrawingArea<B, Shift>;
/// Why a picture could not be drawn.
type DrawResult<B> = Result<(), DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;

/// Something that can be drawn.
trait Picture {
    /// Width and height in pixels.
    fn size(&self) -> (i32, i32);
    /// Draws it; all lengths are in points of the grid.
    fn draw<B: DrawingBackend>(&self, area: &Area<B>) -> DrawResult<B>;
}

/// Pixels as points of the grid.
fn pixels(count: i32) -> i32 {
    count * FINE
}

/// The width, where plotters wants an unsigned number.
fn width(count: i32) -> u32 {
    pixels(count).unsigned_abs()
}

/// Makes the font known to plotters, which keeps it as long as the process.
pub fn load_font(path: &Path) -> Result<(), String> {
    let bytes = std::fs::read(path).map_err(|error| {
        let path = path.display();
        format!("{path}: {error}\nhint: scripts/setup installs fonts-dejavu-core, --font names another file")
    })?;
    register_font(FONT, FontStyle::Normal, bytes.leak())
        .map_err(|_| format!("{}: not a font", path.display()))
}

/// Draws all pictures into a folder.
pub fn draw_all(
    comparison: &Comparison,
    pairs: &[(usize, usize)],
    timeout_seconds: f64,
    folder: &Path,
) -> Result<(), String> {
    remove_old(folder)?;
    let axis = TimeAxis::of(comparison, timeout_seconds);
    write(&Cactus::of(comparison, axis), folder, "cactus")?;
    let plots: Vec<Scatter> = pairs
        .iter()
        .map(|(x, y)| Scatter::of(comparison, (*x, *y), axis))
        .collect();
    for plot in &plots {
        write(plot, folder, &scatter_name(comparison, plot.pair))?;
    }
    if plots.is_empty() {
        Ok(())
    } else {
        write(&Grid { plots: &plots }, folder, "pairs")
    }
}

/// Removes the pictures of pairs that an earlier report drew: they may not be among those of this one.
fn remove_old(folder: &Path) -> Result<(), String> {
    let describe = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in std::fs::read_dir(folder).map_err(describe)? {
        let path = entry.map_err(describe)?.path();
        let part = |part: Option<&std::ffi::OsStr>| {
            part.unwrap_or_default().to_string_lossy().into_owned()
        };
        let (name, ending) = (part(path.file_stem()), part(path.extension()));
        let is_pair = name == "pairs" || name.starts_with("scatter-");
        if is_pair && ["svg", "png"].contains(&ending.as_str()) {
            std::fs::remove_file(&path).map_err(describe)?;
        }
    }
    Ok(())
}

/// The name of the files of a scatter plot.
pub fn scatter_name(comparison: &Comparison, (x, y): (usize, usize)) -> String {
    format!(
        "scatter-{}-{}",
        comparison.engines[x], comparison.engines[y]
    )
}

fn write(picture: &impl Picture, folder: &Path, name: &str) -> Result<(), String> {
    let save = |ending: &str, bytes: &[u8]| {
        let path = folder.join(format!("{name}.{ending}"));
        std::fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))
    };
    save("svg", svg(picture)?.as_bytes())?;
    save("png", &png(picture)?)
}

fn svg(picture: &impl Picture) -> Result<String, String> {
    let (wide, high) = picture.size();
    let mut text = String::new();
    {
        let area =
            SVGBackend::with_string(&mut text, (width(wide), width(high))).into_drawing_area();
        paint(picture, &area)?;
    }
    let fine = format!("width=\"{}\" height=\"{}\"", width(wide), width(high));
    Ok(text.replacen(&fine, &format!("width=\"{wide}\" height=\"{high}\""), 1))
}

fn png(picture: &impl Picture) -> Result<Vec<u8>, String> {
    let (wide, high) = picture.size();
    let (fine_wide, fine_high) = (width(wide), width(high));
    let mut grid = vec![0; (fine_wide * fine_high * 3) as usize];
    paint(
        picture,
        &BitMapBackend::with_buffer(&mut grid, (fine_wide, fine_high)).into_drawing_area(),
    )?;
    bitmap::png(&grid, fine_wide as usize, fine_high as usize)
}

fn paint<B: DrawingBackend>(picture: &impl Picture, area: &Area<B>) -> Result<(), String> {
    let painted = area
        .fill(&WHITE)
        .and_then(|()| picture.draw(area))
        .and_then(|()| area.present());
    painted.map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests;
