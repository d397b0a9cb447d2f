//! What a search tells while it runs: signs of life, and lemmas in terms of the source text.

use crate::events::{Event as Message, Events};
use invar_cfa::{LocId, Program};
use invar_engine::{Event, Learnt, Observer};
use invar_term::TermId;
use std::collections::BTreeMap;

/// Passes on what an engine tells.
pub(super) struct Watch<'a> {
    pub(super) events: &'a Events,
    /// The arithmetic, by name.
    pub(super) arithmetic: &'static str,
    /// How lemmas are told, if they are.
    pub(super) lemmas: Option<Lemmas<'a>>,
}

/// How lemmas become text.
pub(super) struct Lemmas<'a> {
    /// The program that the engine works on.
    pub(super) program: &'a Program,
    /// Places of its loop heads in the source.
    pub(super) places: BTreeMap<LocId, String>,
}

impl Observer for Watch<'_> {
    fn event(&self, event: &Event<'_>) {
        let Event {
            engine,
            depth,
            activity,
        } = event;
        let arithmetic = self.arithmetic;
        self.events.activity(&format!(
            "{engine} over {arithmetic}: {activity} (depth {depth})"
        ));
    }

    fn learnt(&self, lemma: &Learnt) {
        if let Some(lemmas) = &self.lemmas {
            let text = lemmas.text(lemma, self.arithmetic);
            self.events.send(&Message::Lemma(text));
        }
    }
}

impl Lemmas<'_> {
    /// `place: arithmetic level: clause (origin)`.
    fn text(&self, lemma: &Learnt, arithmetic: &str) -> String {
        let place = self.places.get(&lemma.location);
        let place = place.map_or("program", String::as_str);
        let level = match lemma.level {
            Some(level) => format!("level {level}"),
            None => "always".into(),
        };
        let clause = self.clause(lemma.fact);
        format!("{place}: {arithmetic} {level}: {clause} ({})", lemma.origin)
    }

    fn clause(&self, fact: TermId) -> String {
        invar_witness::c_expression(self.program, fact).unwrap_or_else(|| {
            let terms = &self.program.terms;
            let symbols = terms.symbols_of(&[fact]);
            let names: Vec<&str> = symbols.iter().map(|s| terms.symbol_name(*s)).collect();
            format!("a fact about {} that has no short text", names.join(", "))
        })
    }
}
