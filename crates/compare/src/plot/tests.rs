//! What the files of the pictures hold.

use super::axis::TimeAxis;
use super::cactus::Cactus;
use super::scatter::{Grid, Point, Scatter};
use super::{Picture, draw_all, load_font, png, svg};
use crate::results::Label;
use crate::results::tests::sample;
use std::path::Path;

fn font() {
    load_font(Path::new("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"))
        .expect("setup installs it");
}

fn scatter() -> Scatter {
    let comparison = sample();
    Scatter::of(&comparison, (0, 1), TimeAxis::of(&comparison, 20.0))
}

#[test]
fn points_are_at_both_times_or_on_a_border() {
    let comparison = sample();
    let border = TimeAxis::of(&comparison, 20.0).border();
    let point = |x: f64, y: f64, label| Point { x, y, label };
    let wanted = [
        point(0.5_f64.log10(), 5.0_f64.log10(), Label::True),
        point(2.0_f64.log10(), border, Label::False),
        point(border, 0.1_f64.log10(), Label::True),
        point(border, 1.0, Label::False),
    ];
    assert_eq!(scatter().points, wanted);
}

/// Rings are safe tasks; closed paths of the other colour unsafe ones. One more of each is in the legend.
#[test]
fn every_task_is_one_mark_in_the_file() {
    font();
    let text = svg(&scatter()).expect("it can be drawn");
    assert_eq!(text.matches("<circle").count(), 2 + 1);
    let triangles = text
        .lines()
        .filter(|line| line.starts_with("<polyline") && line.contains("#D55E00"));
    assert_eq!(triangles.count(), 2 + 1);
    assert!(text.contains("width=\"470\" height=\"476\" viewBox=\"0 0 1410 1428\""));
    for words in [
        "first: seconds",
        "second: seconds",
        "unsolved",
        "only first: 1",
        "both: 1",
        "only second: 2",
    ] {
        assert!(text.contains(words), "{words}");
    }
}

#[test]
fn a_page_holds_all_marks_of_its_plots() {
    font();
    let plots: Vec<Scatter> = (0..4).map(|_| scatter()).collect();
    let page = Grid { plots: &plots };
    assert_eq!(page.size(), (3 * 470, 2 * 476));
    let text = svg(&page).expect("it can be drawn");
    assert_eq!(text.matches("<circle").count(), 4 * (2 + 1));
}

#[test]
fn the_cactus_has_a_line_and_a_name_for_each_engine() {
    font();
    let comparison = sample();
    let text =
        svg(&Cactus::of(&comparison, TimeAxis::of(&comparison, 20.0))).expect("it can be drawn");
    assert!(text.contains("first: 2") && text.contains("second: 3"));
    // The first engine has rings: one per point, the last twice, and the legend.
    assert_eq!(text.matches("<circle").count(), 3 + 1);
}

#[test]
fn the_same_results_give_the_same_bytes() {
    font();
    let picture = png(&scatter()).expect("it can be drawn");
    assert_eq!(picture, png(&scatter()).expect("it can be drawn"));
    assert!(picture.starts_with(b"\x89PNG") && picture.len() < 150_000);
}

#[test]
fn pictures_of_other_pairs_do_not_stay() {
    font();
    let folder = std::env::temp_dir().join(format!("invar-compare-plot-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder of our own");
    let files = |pairs: &[(usize, usize)]| {
        draw_all(&sample(), pairs, 20.0, &folder).expect("it can be drawn");
        let entries = std::fs::read_dir(&folder).expect("the folder is there");
        let name = |entry: std::io::Result<std::fs::DirEntry>| entry.expect("an entry").file_name();
        let mut names: Vec<String> = entries
            .map(|entry| name(entry).to_string_lossy().into_owned())
            .collect();
        names.sort();
        names.join(" ")
    };
    let both = "cactus.png cactus.svg pairs.png pairs.svg";
    assert_eq!(
        files(&[(0, 1)]),
        format!("{both} scatter-first-second.png scatter-first-second.svg")
    );
    assert_eq!(
        files(&[(1, 0)]),
        format!("{both} scatter-second-first.png scatter-second-first.svg")
    );
    assert_eq!(files(&[]), "cactus.png cactus.svg");
    std::fs::remove_dir_all(folder).expect("the folder is ours");
}
