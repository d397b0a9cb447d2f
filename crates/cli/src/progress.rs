//! What a running check is doing: one live line on a terminal, and samples for the report.

use crate::supervise::Display;
use invar_report::{Ending, Graph, Place, Sample, SearchRecord};
use invar_verify::Standing;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// The line changes no faster than this.
const REFRESH: Duration = Duration::from_millis(100);
/// Samples kept; when there are more, every second one goes.
const MAX_SAMPLES: usize = 200;
/// Columns of a terminal that does not say.
const COLUMNS: usize = 80;

/// What is known about a running check.
pub struct Progress {
    start: Instant,
    on_terminal: bool,
    shown: Option<Instant>,
    activity: String,
    standing: Option<Standing>,
    place: Option<Place>,
    megabytes: u64,
    samples: Samples,
    /// What the program looks like, if the worker told.
    pub graph: Option<Graph>,
}

impl Progress {
    /// Of a check that started at some time.
    pub fn new(start: Instant, display: Display) -> Progress {
        Progress {
            start,
            on_terminal: display == Display::Progress && std::io::stderr().is_terminal(),
            shown: None,
            activity: "starting".into(),
            standing: None,
            place: None,
            megabytes: 0,
            samples: Samples::default(),
            graph: None,
        }
    }

    /// Something else than a search is going on.
    pub fn activity(&mut self, activity: String) {
        self.activity = activity;
        self.standing = None;
    }

    /// A search tells how far it is.
    pub fn standing(&mut self, standing: Standing) {
        self.activity = standing.to_string();
        if standing.place.is_some() {
            self.place = standing.place.clone();
        }
        let seconds = self.start.elapsed().as_secs_f64();
        self.samples.add(standing.sample(seconds));
        self.standing = Some(standing);
    }

    /// All processes together hold this much memory now.
    pub fn memory(&mut self, megabytes: u64) {
        self.megabytes = megabytes;
    }

    /// What is going on, as text.
    pub fn doing(&self) -> &str {
        &self.activity
    }

    /// The loop that was worked on last.
    pub fn place(&self) -> Option<&Place> {
        self.place.as_ref()
    }

    /// The search that was going on when everything was ended.
    pub fn cut_off(&self) -> Option<SearchRecord> {
        let standing = self.standing.as_ref()?;
        Some(SearchRecord {
            engine: standing.engine.clone(),
            arithmetic: standing.arithmetic.clone(),
            ending: Ending::SolverStuck,
            reason: format!("ended while {}", standing.activity),
            level: standing.level,
            lemmas: standing.lemmas,
            obligations: standing.obligations,
            ..SearchRecord::default()
        })
    }

    /// How the searches went.
    pub fn samples(&self) -> Vec<Sample> {
        self.samples.all()
    }

    /// Writes the line again if it is time to.
    pub fn refresh(&mut self) {
        let recently = self.shown.is_some_and(|t| t.elapsed() < REFRESH);
        if !self.on_terminal || recently {
            return;
        }
        self.shown = Some(Instant::now());
        let line = self.line(self.start.elapsed().as_secs_f64(), columns());
        crate::terminal::progress_line(&line);
    }

    /// Takes the line away before something else is written.
    pub fn clear(&mut self) {
        if self.shown.take().is_some() {
            crate::terminal::progress_line("");
        }
    }

    /// The line: as many pieces as there is room for, the most telling ones first to stay.
    fn line(&self, seconds: f64, columns: usize) -> String {
        let mut pieces = vec![(0, format!("{seconds:6.1} s"))];
        match &self.standing {
            None => pieces.push((1, self.activity.clone())),
            Some(standing) => {
                pieces.push((1, format!("{} {}", standing.engine, standing.arithmetic)));
                pieces.push((2, format!("level {}", standing.level)));
                if standing.lemmas > 0 || standing.obligations > 0 {
                    pieces.push((3, counted(standing.lemmas, "lemma")));
                    pieces.push((6, counted(standing.obligations, "obligation")));
                }
                if let Some(place) = &self.place {
                    pieces.push((4, format!("loop {}", short(place))));
                }
                pieces.push((7, standing.activity.clone()));
            }
        }
        pieces.push((5, format!("{} MB", self.megabytes)));
        // The last column stays free: some terminals wrap as soon as it is written.
        let most = columns.saturating_sub(1);
        while width(&pieces) > most && pieces.len() > 1 {
            let least = pieces.iter().enumerate().max_by_key(|(_, (rank, _))| *rank);
            let Some((least, _)) = least else { break };
            pieces.remove(least);
        }
        joined(&pieces).chars().take(most).collect()
    }
}

fn joined(pieces: &[(u32, String)]) -> String {
    let texts: Vec<&str> = pieces.iter().map(|(_, text)| text.as_str()).collect();
    texts.join("  ")
}

fn width(pieces: &[(u32, String)]) -> usize {
    joined(pieces).chars().count()
}

fn counted(number: u64, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}

/// The file without its folders, and the line.
fn short(place: &Place) -> String {
    let file = place.file.rsplit('/').next().unwrap_or(&place.file);
    format!("{file}:{}", place.line)
}

/// The width of the terminal.
fn columns() -> usize {
    match rustix::termios::tcgetwinsize(std::io::stderr()) {
        Ok(size) if size.ws_col > 0 => usize::from(size.ws_col),
        _ => COLUMNS,
    }
}

/// A bounded number of samples: after each thinning only every second one that comes is kept.
#[derive(Debug)]
struct Samples {
    kept: Vec<Sample>,
    /// Every sample whose number is a multiple of this is kept.
    stride: u64,
    seen: u64,
    last: Option<Sample>,
}

impl Default for Samples {
    fn default() -> Samples {
        Samples {
            kept: Vec::new(),
            stride: 1,
            seen: 0,
            last: None,
        }
    }
}

fn same_search(left: &Sample, right: &Sample) -> bool {
    (&left.engine, &left.arithmetic) == (&right.engine, &right.arithmetic)
}

impl Samples {
    fn add(&mut self, sample: Sample) {
        // The ends of a search are always kept.
        if let Some(last) = self.last.take_if(|last| !same_search(last, &sample)) {
            self.kept.push(last);
            self.kept.push(sample.clone());
            self.seen = 0;
        } else if self.seen.is_multiple_of(self.stride) {
            self.kept.push(sample.clone());
        }
        self.seen += 1;
        self.last = Some(sample);
        if self.kept.len() > MAX_SAMPLES {
            let mut number = 0;
            self.kept.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.stride *= 2;
        }
    }

    /// What was kept, and the last one.
    fn all(&self) -> Vec<Sample> {
        let mut all = self.kept.clone();
        if let Some(last) = &self.last
            && all.last() != Some(last)
        {
            all.push(last.clone());
        }
        all.dedup();
        all
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_SAMPLES, Progress, Samples};
    use crate::supervise::Display;
    use invar_report::{Place, Sample};
    use invar_verify::Standing;
    use std::time::Instant;

    fn standing() -> Standing {
        Standing {
            engine: "ic3-cfa".into(),
            arithmetic: "int".into(),
            level: 7,
            lemmas: 31,
            obligations: 1,
            activity: "blocking at level 3 of 7".into(),
            place: Some(Place {
                file: "src/motor.c".into(),
                line: 12,
                column: 5,
                function: None,
            }),
        }
    }

    #[test]
    fn the_line_says_everything_if_there_is_room() {
        let mut progress = Progress::new(Instant::now(), Display::Progress);
        progress.memory(86);
        progress.standing(standing());
        assert_eq!(
            progress.line(12.34, 200),
            "  12.3 s  ic3-cfa int  level 7  31 lemmas  1 obligation  loop motor.c:12  \
             blocking at level 3 of 7  86 MB"
        );
    }

    #[test]
    fn the_line_fits_every_terminal_and_keeps_what_matters() {
        let mut progress = Progress::new(Instant::now(), Display::Progress);
        progress.memory(86);
        progress.standing(standing());
        for columns in 0..200 {
            let line = progress.line(12.34, columns);
            assert!(line.chars().count() < columns.max(1), "{columns}: {line}");
        }
        assert_eq!(
            progress.line(12.34, 80),
            "  12.3 s  ic3-cfa int  level 7  31 lemmas  1 obligation  loop motor.c:12  86 MB"
        );
        assert_eq!(progress.line(12.34, 40), "  12.3 s  ic3-cfa int  level 7");
    }

    #[test]
    fn a_place_stays_until_another_one_comes() {
        let mut progress = Progress::new(Instant::now(), Display::Progress);
        progress.standing(standing());
        progress.standing(Standing {
            place: None,
            ..standing()
        });
        assert_eq!(progress.place().map(|p| p.line), Some(12));
    }

    #[test]
    fn samples_are_few_in_order_and_hold_both_ends() {
        let mut samples = Samples::default();
        let sample = |number: u32| Sample {
            seconds: f64::from(number),
            engine: if number < 100 { "bmc" } else { "ic3-cfa" }.into(),
            level: number,
            ..Sample::default()
        };
        for number in 0..10_000 {
            samples.add(sample(number));
        }
        let all = samples.all();
        assert!(all.len() <= MAX_SAMPLES + 1, "{}", all.len());
        assert!(all.len() > MAX_SAMPLES / 4, "{}", all.len());
        assert_eq!(all.first(), Some(&sample(0)));
        assert_eq!(all.last(), Some(&sample(9_999)));
        assert!(all.is_sorted_by(|a, b| a.level < b.level));
    }
}
