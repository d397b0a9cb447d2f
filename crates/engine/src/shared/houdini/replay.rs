//! Steps that refuted candidates are replayed before a solver is asked: later rounds begin with
//! candidates that an earlier one dropped.

use super::Candidates;
use super::join::{Refuted, join};
use invar_cfa::LocId;
use invar_term::{Evaluator, SymbolId, TermId, TermStore, Value};
use invar_verdict::Invariant;
use rustc_hash::FxHashMap;

/// Steps that are remembered.
const MAX_STEPS: usize = 500;

type Memory = FxHashMap<SymbolId, Value>;

/// A step of the program between two states.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// Where it starts and the values there; `None` at the start of the program.
    pub before: Option<(LocId, Memory)>,
    /// Where it ends.
    pub to: LocId,
    /// The values there.
    pub after: Memory,
}

/// Steps that refuted a candidate.
#[derive(Default)]
pub(super) struct Steps(Vec<Step>);

impl Steps {
    /// Remembers a step.
    pub(super) fn add(&mut self, step: Step) {
        if self.0.len() < MAX_STEPS {
            self.0.push(step);
        }
    }

    /// Weakens the candidates until no remembered step refutes one of them.
    pub(super) fn replay(&self, terms: &TermStore, known: &Invariant, candidates: &mut Candidates) {
        let mut changed = true;
        while changed {
            changed = false;
            for step in &self.0 {
                changed |= replay(terms, step, known, candidates);
            }
        }
    }
}

/// Whether the step refuted a candidate, which is gone now.
fn replay(terms: &TermStore, step: &Step, known: &Invariant, candidates: &mut Candidates) -> bool {
    if let Some((from, memory)) = &step.before {
        let mut evaluator = Evaluator::new(terms, memory);
        let here = candidates.get(from).into_iter().flatten();
        let mut assumed = known.facts(*from).iter().chain(here);
        if !assumed.all(|fact| evaluator.eval_bool(*fact) == Ok(true)) {
            return false;
        }
    }
    let Some(ahead) = candidates.get_mut(&step.to) else {
        return false;
    };
    let mut evaluator = Evaluator::new(terms, &step.after);
    let (refuted, kept): (Vec<TermId>, Vec<TermId>) = ahead
        .iter()
        .partition(|candidate| evaluator.eval_bool(**candidate) == Ok(false));
    if refuted.is_empty() {
        return false;
    }
    let state = Refuted {
        terms,
        refuted: &refuted,
        all: ahead,
    };
    let joined = join(state, |atom| evaluator.eval(atom).ok());
    *ahead = joined.into_iter().chain(kept).collect();
    true
}
