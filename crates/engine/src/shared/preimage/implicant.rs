//! Literals that a model satisfies and that imply a formula.
//!
//! Every goal is a Boolean term that is to keep the truth value it has under the model, so a
//! goal needs no polarity and each term is visited once. Disjunctions wait until everything that
//! has no choice is done: one of their disjuncts may then hold already.

use super::choose::choose;
use super::extended::Extended;
use super::strict;
use super::subsume::without_subsumed;
use invar_term::{Assignment, EvalError, Evaluator, Op, Sort, TermId, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// Values under a model.
pub(super) type Values<'a> = Evaluator<'a, Extended<'a>>;

/// Literals of a formula.
///
/// requires `model` satisfies `and(formulas)`;
/// ensures `model` satisfies each literal, and `and(literals) -> and(formulas)`. Literals have no
/// conditionals and no reads of written arrays; numbers that differ are ordered instead; no
/// literal is a weaker bound of what another one bounds.
///
/// # Errors
/// If the model lacks a symbol or divides by zero.
pub(crate) fn implicant(
    terms: &TermStore,
    formulas: &[TermId],
    model: &dyn Assignment,
) -> Result<Vec<TermId>, EvalError> {
    let model = Extended::new(model);
    let literals = implicant_under(terms, formulas, &mut Evaluator::new(terms, &model))?;
    Ok(without_subsumed(terms, &literals))
}

/// As [`implicant`], with an evaluator that already knows some values.
pub(super) fn implicant_under<'a>(
    terms: &'a TermStore,
    formulas: &[TermId],
    values: &mut Values<'a>,
) -> Result<Vec<TermId>, EvalError> {
    let mut search = Search {
        terms,
        values,
        goals: formulas.iter().rev().copied().collect(),
        waiting: VecDeque::new(),
        seen: FxHashSet::default(),
        reduced: FxHashMap::default(),
        literals: Vec::new(),
    };
    for formula in formulas {
        let holds = search.values.eval_bool(*formula)?;
        debug_assert!(holds, "the model does not satisfy the formula");
        if !holds {
            return Ok(vec![terms.fls()]);
        }
    }
    search.run()?;
    let Search {
        values, literals, ..
    } = search;
    strict::ordered(terms, literals, values)
}

/// The state of the walk over the Boolean skeleton.
pub(super) struct Search<'e, 'a> {
    pub(super) terms: &'a TermStore,
    pub(super) values: &'e mut Values<'a>,
    /// Terms whose truth value is to be kept; a stack.
    pub(super) goals: Vec<TermId>,
    /// Disjunctions (and negated conjunctions) of which one argument is enough.
    waiting: VecDeque<TermId>,
    /// Every term that was a goal.
    seen: FxHashSet<TermId>,
    /// Terms inside atoms, without conditionals and written arrays.
    pub(super) reduced: FxHashMap<TermId, TermId>,
    literals: Vec<TermId>,
}

impl Search<'_, '_> {
    fn run(&mut self) -> Result<(), EvalError> {
        loop {
            if let Some(goal) = self.goals.pop() {
                if self.seen.insert(goal) {
                    self.keep(goal)?;
                }
            } else if let Some(junction) = self.waiting.pop_front() {
                self.keep_one(junction)?;
            } else {
                return Ok(());
            }
        }
    }

    /// Goals or a literal that keep the truth value of `goal`.
    fn keep(&mut self, goal: TermId) -> Result<(), EvalError> {
        let holds = self.values.eval_bool(goal)?;
        let node = self.terms.node(goal);
        match &node.op {
            Op::True | Op::False => {}
            Op::Not => self.goals.push(node.args[0]),
            // A conjunction holds by all its arguments and fails by one; dually.
            Op::And | Op::Or if holds == (node.op == Op::And) => {
                self.goals.extend(node.args.iter().rev());
            }
            Op::And | Op::Or => self.waiting.push_back(goal),
            Op::Xor => self.goals.extend(node.args.iter().rev()),
            Op::Eq if *self.terms.sort(node.args[0]) == Sort::Bool => {
                self.goals.extend(node.args.iter().rev());
            }
            Op::Ite => {
                let taken = self.values.eval_bool(node.args[0])?;
                self.goals.push(node.args[if taken { 1 } else { 2 }]);
                self.goals.push(node.args[0]);
            }
            _ => self.keep_atom(goal)?,
        }
        Ok(())
    }

    fn keep_one(&mut self, junction: TermId) -> Result<(), EvalError> {
        let wanted = self.values.eval_bool(junction)?;
        let mut candidates = Vec::new();
        for argument in self.terms.args(junction) {
            if self.values.eval_bool(*argument)? == wanted {
                candidates.push(*argument);
            }
        }
        if let Some(chosen) = choose(self.terms, &candidates, &self.seen) {
            self.goals.push(chosen);
        }
        Ok(())
    }

    fn keep_atom(&mut self, atom: TermId) -> Result<(), EvalError> {
        let reduced = self.reduce_atom(atom)?;
        if reduced != atom {
            self.goals.push(reduced);
        } else {
            let holds = self.values.eval_bool(atom)?;
            self.literals
                .push(if holds { atom } else { self.terms.not(atom) });
        }
        Ok(())
    }
}
