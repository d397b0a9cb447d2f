//! Conditions that are known to hold or to fail.

use crate::{Op, TermId, TermStore};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Subterms of a context that are looked at.
const MAX_FACTS: usize = 4000;
/// Subterms that are looked at to decide one condition.
const MAX_STEPS: usize = 400;
/// Choices of one term that are simplified.
const MAX_CHOICES: usize = 64;

/// The truth of conditions, as far as it is known.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    known: FxHashMap<TermId, bool>,
    /// Facts that hold too.
    outer: Option<Rc<Facts>>,
}

impl Facts {
    /// What a condition says of its parts.
    pub fn of(store: &TermStore, condition: TermId) -> Facts {
        let mut facts = Facts::default();
        facts.assume(store, condition);
        facts
    }

    /// These facts, and a condition.
    pub fn with(self: &Rc<Facts>, store: &TermStore, condition: TermId) -> Facts {
        let mut facts = Facts {
            outer: Some(Rc::clone(self)),
            ..Facts::default()
        };
        facts.assume(store, condition);
        facts
    }

    fn assume(&mut self, store: &TermStore, condition: TermId) {
        let mut open = vec![(condition, true)];
        while let Some((term, truth)) = open.pop() {
            if self.known.len() >= MAX_FACTS || self.known.insert(term, truth).is_some() {
                continue;
            }
            let parts = store.args(term).iter();
            match (store.op(term), truth) {
                (Op::Not, _) => open.extend(parts.map(|part| (*part, !truth))),
                (Op::And, true) | (Op::Or, false) => {
                    open.extend(parts.map(|part| (*part, truth)));
                }
                _ => {}
            }
        }
    }

    fn known(&self, term: TermId) -> Option<bool> {
        let here = self.known.get(&term).copied();
        here.or_else(|| self.outer.as_ref()?.known(term))
    }

    /// Whether a condition holds, if the facts decide it without much search.
    pub fn truth(&self, store: &TermStore, condition: TermId) -> Option<bool> {
        let mut steps = MAX_STEPS;
        self.decide(store, condition, &mut steps)
    }

    /// Depth is bounded by the steps.
    fn decide(&self, store: &TermStore, term: TermId, steps: &mut usize) -> Option<bool> {
        match store.op(term) {
            Op::True => return Some(true),
            Op::False => return Some(false),
            _ => {}
        }
        if let Some(known) = self.known(term) {
            return Some(known);
        }
        *steps = steps.checked_sub(1)?;
        let parts = store.args(term);
        match store.op(term) {
            Op::Not => self.decide(store, parts[0], steps).map(|truth| !truth),
            op @ (Op::And | Op::Or) => {
                // One part of this value decides.
                let deciding = *op == Op::Or;
                let mut all_known = true;
                for part in parts {
                    match self.decide(store, *part, steps) {
                        Some(truth) if truth == deciding => return Some(deciding),
                        Some(_) => {}
                        None => all_known = false,
                    }
                }
                all_known.then_some(!deciding)
            }
            _ => None,
        }
    }

    /// A term that is equal where the facts hold: choices that they decide are made.
    pub fn simplified(&self, store: &TermStore, term: TermId) -> TermId {
        let mut open = Vec::new();
        let mut last = self.chosen(store, term);
        while *store.op(last) == Op::Ite && open.len() < MAX_CHOICES {
            let [condition, then, otherwise] = store.args(last) else {
                break;
            };
            open.push((*condition, self.chosen(store, *then)));
            last = self.chosen(store, *otherwise);
        }
        (open.into_iter().rev()).fold(last, |otherwise, (condition, then)| {
            store.ite(condition, then, otherwise)
        })
    }

    /// The side of a choice that is taken, as far as the facts decide it.
    fn chosen(&self, store: &TermStore, mut term: TermId) -> TermId {
        while let (Op::Ite, [condition, then, otherwise]) = (store.op(term), store.args(term)) {
            term = match self.truth(store, *condition) {
                Some(true) => *then,
                Some(false) => *otherwise,
                None => break,
            };
        }
        term
    }
}
