//! From the fine grid of a picture to a small PNG file: means, few colours, a palette.

use super::FINE;
use std::collections::BTreeMap;
use std::iter::once;

type Colour = [u8; 3];

/// What a palette of one byte per pixel holds.
const MAX_COLOURS: usize = 256;

/// The file of a grid with three bytes per point.
pub fn png(grid: &[u8], wide: usize, high: usize) -> Result<Vec<u8>, String> {
    let fine = FINE as usize;
    let pixels = average(grid, wide, high);
    let palette = palette(&pixels);
    let mut numbers: BTreeMap<Colour, u8> = (0..=u8::MAX)
        .zip(&palette)
        .map(|(number, colour)| (*colour, number))
        .collect();
    let nearest = |colour: Colour| {
        (0..=u8::MAX)
            .zip(&palette)
            .min_by_key(|(_, other)| distance(colour, **other))
    };
    let mut bytes = Vec::with_capacity(pixels.len());
    for colour in pixels {
        let number = numbers
            .entry(colour)
            .or_insert_with(|| nearest(colour).map_or(0, |(number, _)| number));
        bytes.push(*number);
    }
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, (wide / fine) as u32, (high / fine) as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(palette.concat());
    encoder.set_compression(png::Compression::High);
    // Differences between numbers of colours mean nothing.
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header().map_err(|error| error.to_string())?;
    writer
        .write_image_data(&bytes)
        .map_err(|error| error.to_string())?;
    writer.finish().map_err(|error| error.to_string())?;
    Ok(file)
}

/// Each pixel is the mean of its points.
fn average(grid: &[u8], wide: usize, high: usize) -> Vec<Colour> {
    let fine = FINE as usize;
    let mut pixels = Vec::with_capacity(grid.len() / (3 * fine * fine));
    for top in (0..high).step_by(fine) {
        for left in (0..wide).step_by(fine) {
            let mut sums = [0_usize; 3];
            for y in top..top + fine {
                let start = (y * wide + left) * 3;
                for (byte, colour) in grid[start..start + 3 * fine].iter().zip((0..3).cycle()) {
                    sums[colour] += usize::from(*byte);
                }
            }
            pixels.push(sums.map(|sum| round((sum / (fine * fine)) as u8)));
        }
    }
    pixels
}

/// One of sixteen steps: no eye sees the difference at the edge of a line, and files get smaller.
fn round(byte: u8) -> u8 {
    ((u16::from(byte) + 8) / 17 * 17).min(255) as u8
}

/// The colours that occur most, at least one.
fn palette(pixels: &[Colour]) -> Vec<Colour> {
    let mut counts: BTreeMap<Colour, usize> = BTreeMap::new();
    for pixel in pixels.iter().chain(once(&[255; 3])) {
        *counts.entry(*pixel).or_default() += 1;
    }
    let mut colours: Vec<(Colour, usize)> = counts.into_iter().collect();
    colours.sort_by_key(|(colour, count)| (std::cmp::Reverse(*count), *colour));
    colours.truncate(MAX_COLOURS);
    colours.into_iter().map(|(colour, _)| colour).collect()
}

fn distance(one: Colour, other: Colour) -> u32 {
    one.iter()
        .zip(other)
        .map(|(a, b)| u32::from(a.abs_diff(b)).pow(2))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::{MAX_COLOURS, average, distance, palette, png};

    #[test]
    fn pixels_are_means() {
        let mut grid = vec![0; 6 * 3 * 3];
        grid[0] = 170;
        grid[3 * 3 + 1] = 255;
        grid[(6 + 4) * 3 + 1] = 255;
        assert_eq!(average(&grid, 6, 3), [[17, 0, 0], [0, 51, 0]]);
        assert_eq!(average(&[255; 27], 3, 3), [[255; 3]]);
    }

    #[test]
    fn rare_colours_give_way() {
        let mut pixels: Vec<[u8; 3]> = (0..=255).map(|byte| [byte, 0, 0]).collect();
        pixels.extend(pixels.clone());
        pixels.push([9, 9, 9]);
        let palette = palette(&pixels);
        assert_eq!(palette.len(), MAX_COLOURS);
        assert!(palette.contains(&[255, 0, 0]) && !palette.contains(&[9, 9, 9]));
        assert_eq!(distance([9, 9, 9], [8, 9, 11]), 5);
    }

    /// Reads the file back: three red pixels, one black.
    #[test]
    fn the_file_holds_the_picture() {
        let red = [255, 0, 0];
        let grid: Vec<u8> = (0..6 * 6)
            .flat_map(|n| {
                if n % 6 >= 3 && n / 6 >= 3 {
                    [0; 3]
                } else {
                    red
                }
            })
            .collect();
        let file = png(&grid, 6, 6).expect("it can be written");
        let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().expect("a header");
        let mut pixels = vec![0; reader.output_buffer_size().expect("a small picture")];
        let frame = reader.next_frame(&mut pixels).expect("a picture");
        assert_eq!((frame.width, frame.height), (2, 2));
        assert_eq!(pixels, [red, red, red, [0; 3]].concat());
    }
}
