//! Lines of source with labels, drawn by `annotate-snippets`.

use super::shown::{FileNames, source_text};
use super::sources::{Sources, Spot};
use super::{Colours, Look};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use invar_report::Place;

/// A label beside a place.
pub(super) struct Mark {
    /// The place.
    pub place: Place,
    /// What is said about it; each text gets a line of its own if there are several.
    pub labels: Vec<String>,
    /// Whether it is the point of the excerpt.
    pub weight: Weight,
}

/// How a mark is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Weight {
    /// `^^^`
    Main,
    /// `---`
    Side,
}

/// The kinds of title.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tone {
    Error,
    Warning,
    Note,
    /// A title without a word before it.
    Quiet,
}

/// An excerpt with a title. All marks are in one file.
pub(super) struct Excerpt {
    pub tone: Tone,
    pub title: String,
    pub marks: Vec<Mark>,
    pub path: PathLine,
}

/// Whether an excerpt names its file and line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PathLine {
    Shown,
    Hidden,
}

/// The text under construction.
pub(super) struct Page {
    pub out: String,
    pub sources: Sources,
    renderer: Renderer,
}

impl Page {
    pub fn new(look: &Look, files: FileNames) -> Page {
        let renderer = match look.colours {
            Colours::Plain => Renderer::plain(),
            Colours::Terminal => Renderer::styled(),
        };
        Page {
            out: String::new(),
            sources: Sources::new(files),
            renderer: renderer.term_width(look.width),
        }
    }

    /// Draws excerpts below each other, with a common margin.
    pub fn draw(&mut self, excerpts: &[Excerpt]) {
        let prepared: Vec<Prepared<'_>> = excerpts
            .iter()
            .map(|e| prepare(&mut self.sources, e))
            .collect();
        let groups: Vec<Group<'_>> = prepared.iter().map(Prepared::group).collect();
        if !groups.is_empty() {
            let drawn = self.renderer.render(&groups);
            self.out
                .extend(drawn.lines().flat_map(|line| [line.trim_end(), "\n"]));
        }
    }
}

/// An excerpt with the text of its lines.
struct Prepared<'e> {
    excerpt: &'e Excerpt,
    /// The lines from the first to the last mark, and the number of the first.
    source: String,
    first_line: usize,
    marks: Vec<(std::ops::Range<usize>, &'e Mark)>,
    /// Labels of places that cannot be shown.
    placeless: Vec<String>,
}

fn prepare<'e>(sources: &mut Sources, excerpt: &'e Excerpt) -> Prepared<'e> {
    let mut placeless = Vec::new();
    let mut spots: Vec<(Spot, &Mark)> = Vec::new();
    for mark in &excerpt.marks {
        match sources.spot(&mark.place) {
            Some(spot) => spots.push((spot, mark)),
            None => placeless.push(format!("{}: {}", mark.place, mark.labels.join(", "))),
        }
    }
    let first = spots.iter().map(|(spot, _)| spot.line).min();
    let last = spots.iter().map(|(spot, _)| spot.line).max();
    let file = spots.first().map(|(_, mark)| mark.place.file.clone());
    let (mut source, mut offset) = (String::new(), 0);
    if let (Some(first), Some(last), Some(file)) = (first, last, file)
        && let Some(text) = sources.text(&file)
    {
        let mut lines = text.split_inclusive('\n');
        offset = lines.by_ref().take(first - 1).map(str::len).sum();
        source = lines.take(last + 1 - first).collect();
    }
    let marks = spots.into_iter().map(|(spot, mark)| {
        let within = |byte: usize| {
            let before = byte.saturating_sub(offset).min(source.len());
            source_text(&source[..before]).len()
        };
        (within(spot.bytes.start)..within(spot.bytes.end), mark)
    });
    Prepared {
        excerpt,
        first_line: first.unwrap_or(1),
        marks: marks.collect(),
        source: source_text(&source),
        placeless,
    }
}

impl Prepared<'_> {
    fn group(&self) -> Group<'_> {
        let title = self.excerpt.title.as_str();
        let mut group = Group::with_title(match self.excerpt.tone {
            Tone::Error => Level::ERROR.primary_title(title),
            Tone::Warning => Level::WARNING.primary_title(title),
            Tone::Note => Level::NOTE.primary_title(title),
            Tone::Quiet => Level::NOTE.no_name().secondary_title(title),
        });
        if !self.marks.is_empty() {
            let mut snippet = Snippet::source(self.source.as_str()).line_start(self.first_line);
            if self.excerpt.path == PathLine::Shown
                && let Some((_, mark)) = self.marks.first()
            {
                snippet = snippet.path(mark.place.file.as_str());
            }
            for (bytes, mark) in &self.marks {
                let kind = match mark.weight {
                    Weight::Main => AnnotationKind::Primary,
                    Weight::Side => AnnotationKind::Context,
                };
                let labelled = mark.labels.iter();
                let drawn = labelled.map(|label| kind.span(bytes.clone()).label(label.as_str()));
                snippet = if mark.labels.is_empty() {
                    snippet.annotation(kind.span(bytes.clone()))
                } else {
                    snippet.annotations(drawn)
                };
            }
            group = group.element(snippet);
        }
        let messages = self.placeless.iter();
        group.elements(messages.map(|text| Level::NOTE.no_name().message(text.as_str())))
    }
}
