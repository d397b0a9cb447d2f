//! Reports the progress of a search: what the engine does, and its lemmas in terms of the source text.

use crate::observer::{Event as Message, Observer as Listener, Standing};
use crate::search::encoded::{EncodedProgram, SearchId};
use crate::search::ending::LastSign;
use invar_cfa::{LocId, Program};
use invar_engine::{Event, Learnt, Observer};
use invar_report::Place;
use invar_term::TermId;
use std::collections::BTreeMap;
use std::sync::Mutex;

/// Passes the events of an engine on.
pub(crate) struct SearchObserver<'a> {
    pub(crate) observer: &'a dyn Listener,
    /// The arithmetic, by name.
    pub(crate) arithmetic: &'static str,
    /// What gets the lemmas about all executions, if these are about locations.
    pub(crate) encoded: Option<&'a EncodedProgram>,
    /// The search that the lemmas come from.
    pub(crate) id: SearchId,
    /// The last event.
    pub(crate) last: &'a Mutex<LastSign>,
    /// The program that the engine works on.
    pub(crate) program: &'a Program,
    /// Places of its loop heads in the source.
    pub(crate) places: BTreeMap<LocId, Place>,
    /// Whether lemmas are reported.
    pub(crate) lemmas: ReportLemmas,
}

/// Whether lemmas are reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ReportLemmas {
    /// Each as it is learnt.
    Yes,
    /// None.
    No,
}

impl Observer for SearchObserver<'_> {
    fn event(&self, event: &Event<'_>) {
        if let Ok(mut last) = self.last.lock() {
            last.note(event);
        }
        let place = match event.location {
            Some(at) => self.places.get(&at),
            // The only loop there is.
            None => self
                .places
                .values()
                .next()
                .filter(|_| self.places.len() == 1),
        };
        self.observer.event(&Message::Standing(Standing {
            engine: event.engine.into(),
            arithmetic: self.arithmetic.into(),
            level: event.depth,
            lemmas: event.lemmas,
            obligations: event.obligations,
            activity: event.activity.into(),
            place: place.cloned(),
        }));
    }

    fn learnt(&self, lemma: &Learnt) {
        if lemma.level.is_none()
            && let Some(encoded) = self.encoded
        {
            encoded.learn(lemma.location, lemma.fact, self.id);
        }
        if self.lemmas == ReportLemmas::Yes {
            self.observer.event(&Message::Lemma(self.text(lemma)));
        }
    }
}

impl SearchObserver<'_> {
    /// `place: arithmetic level: clause (origin)`.
    fn text(&self, lemma: &Learnt) -> String {
        let place = self.places.get(&lemma.location);
        let place = place.map_or_else(
            || "program".into(),
            |place| format!("{}:{}", place.file, place.line),
        );
        let level = match lemma.level {
            Some(level) => format!("level {level}"),
            None => "always".into(),
        };
        let (arithmetic, clause) = (self.arithmetic, self.clause(lemma.fact));
        format!("{place}: {arithmetic} {level}: {clause} ({})", lemma.origin)
    }

    fn clause(&self, fact: TermId) -> String {
        invar_report::c_expression(self.program, fact).unwrap_or_else(|| {
            let terms = &self.program.terms;
            let symbols = terms.symbols_of(&[fact]);
            let names: Vec<&str> = symbols.iter().map(|s| terms.symbol_name(*s)).collect();
            format!("a fact about {} that has no short text", names.join(", "))
        })
    }
}
