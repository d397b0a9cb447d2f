//! What the tree asks solvers: does a label imply another, what holds after steps.
//!
//! No answer counts as "no": labels stay weaker and nodes uncovered, which is sound.

use super::compose::Composed;
use crate::Context;
use crate::shared::ic3::{PlaceId, PlacedFacts, Purpose, Solvers, StepId, Stop, System, Total};
use invar_solver::{Answer, Model};
use invar_term::{Evaluator, TermId};

/// What is known of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Known {
    /// It holds.
    Yes,
    /// It does not, or the solver gave no answer.
    No,
}

/// Whether one conjunction implies another.
pub(crate) enum Implication {
    /// It does.
    Holds,
    /// It does not, because of this state, or the solver gave no answer.
    Fails(Option<Model>),
}

/// The solvers of all places.
pub(crate) struct Questions<'r> {
    system: &'r System,
    solvers: Solvers<'r>,
}

impl<'r> Questions<'r> {
    pub(crate) fn new(
        system: &'r System,
        context: &'r Context<'r>,
        facts: &PlacedFacts,
    ) -> Questions<'r> {
        Questions {
            system,
            solvers: Solvers::new(system, context, facts.clone()),
        }
    }

    /// The facts that are known of a place.
    pub(crate) fn facts(&self, place: PlaceId) -> &[TermId] {
        self.solvers.facts(place)
    }

    /// Facts hold at their places from now on.
    pub(crate) fn know(&mut self, shared_lemmas: &PlacedFacts) -> Result<(), Stop> {
        Ok(self.solvers.know(shared_lemmas)?)
    }

    /// Whether formulas about a place contradict each other.
    fn contradictory(&mut self, place: PlaceId, formulas: &[TermId]) -> Result<Known, Stop> {
        Ok(match self.state(place, formulas)? {
            Some(Answer::Unsat(_)) | None => Known::Yes,
            _ => Known::No,
        })
    }

    /// A state of a place that satisfies all formulas; `None` if one of them is `false`.
    fn state(&mut self, place: PlaceId, formulas: &[TermId]) -> Result<Option<Answer>, Stop> {
        let terms = &self.system.terms;
        if formulas.iter().any(|f| terms.is_false(*f)) {
            return Ok(None);
        }
        let formulas: Vec<TermId> = formulas
            .iter()
            .copied()
            .filter(|f| !terms.is_true(*f))
            .collect();
        Ok(Some(self.solvers.ask(place, &formulas, Purpose::Tree)?))
    }

    /// Whether all formulas hold in a state.
    pub(crate) fn hold(&self, formulas: &[TermId], state: &Model) -> Known {
        let terms = &self.system.terms;
        let total = Total {
            terms,
            model: state,
        };
        let mut evaluator = Evaluator::new(terms, &total);
        let holds = |formula: &TermId| evaluator.eval_bool(*formula).unwrap_or(false);
        if formulas.iter().all(holds) {
            Known::Yes
        } else {
            Known::No
        }
    }

    /// Whether a conjunction implies another one at a place.
    pub(crate) fn implies(
        &mut self,
        place: PlaceId,
        premises: &[TermId],
        conclusions: &[TermId],
    ) -> Result<Known, Stop> {
        Ok(match self.implication(place, premises, conclusions)? {
            Implication::Holds => Known::Yes,
            Implication::Fails(_) => Known::No,
        })
    }

    /// Whether formulas imply another; if not, with a state in which only the premises hold.
    pub(crate) fn implication(
        &mut self,
        place: PlaceId,
        premises: &[TermId],
        conclusions: &[TermId],
    ) -> Result<Implication, Stop> {
        let terms = &self.system.terms;
        let missing: Vec<TermId> = conclusions
            .iter()
            .filter(|c| !premises.contains(c))
            .map(|c| terms.not(*c))
            .collect();
        if missing.is_empty() {
            return Ok(Implication::Holds);
        }
        let mut formulas = premises.to_vec();
        formulas.push(terms.or(&missing));
        Ok(match self.state(place, &formulas)? {
            Some(Answer::Unsat(_)) | None => Implication::Holds,
            Some(Answer::Sat(model)) => Implication::Fails(Some(model)),
            Some(Answer::Unknown(_)) => Implication::Fails(None),
        })
    }

    /// Whether a step cannot be taken where a label holds.
    pub(crate) fn blocked(&mut self, label: &[TermId], step: StepId) -> Result<Known, Stop> {
        let step = self.system.step(step);
        let mut formulas = label.to_vec();
        formulas.push(step.guard);
        self.contradictory(step.from, &formulas)
    }

    /// The formulas that hold after a sequence of steps, with labels before each.
    pub(crate) fn holding(
        &mut self,
        steps: &[StepId],
        labels: &[Vec<TermId>],
        formulas: &[TermId],
    ) -> Result<Vec<TermId>, Stop> {
        let Some(first) = steps.first() else {
            return Ok(Vec::new());
        };
        let terms = &self.system.terms;
        let place = self.system.step(*first).from;
        let labels = self.with_facts(steps, labels);
        let mut composed = Composed::new(self.system, steps, &labels);
        let mut open: Vec<(TermId, TermId)> = formulas
            .iter()
            .map(|f| (*f, terms.not(composed.image(terms, *f))))
            .collect();
        loop {
            let violated: Vec<TermId> = open.iter().map(|(_, negated)| *negated).collect();
            if violated.is_empty() {
                return Ok(Vec::new());
            }
            let mut query = composed.formulas.clone();
            query.push(terms.or(&violated));
            query.retain(|f| !terms.is_true(*f));
            if query.iter().any(|f| terms.is_false(*f)) {
                break;
            }
            match self.solvers.ask(place, &query, Purpose::Tree)? {
                Answer::Unsat(_) => break,
                Answer::Unknown(_) => return Ok(Vec::new()),
                Answer::Sat(model) => {
                    let total = Total {
                        terms,
                        model: &model,
                    };
                    let mut evaluator = Evaluator::new(terms, &total);
                    let before = open.len();
                    open.retain(|(_, negated)| !evaluator.eval_bool(*negated).unwrap_or(true));
                    debug_assert!(open.len() < before, "the model violates no formula");
                    if open.len() == before {
                        return Ok(Vec::new());
                    }
                }
            }
        }
        Ok(open.into_iter().map(|(formula, _)| formula).collect())
    }

    /// The labels on the way with the facts of their places; those of the first are asserted.
    fn with_facts(&self, steps: &[StepId], labels: &[Vec<TermId>]) -> Vec<Vec<TermId>> {
        let facts = steps.iter().enumerate().map(|(i, step)| match i {
            0 => &[],
            _ => self.facts(self.system.step(*step).from),
        });
        labels
            .iter()
            .zip(facts)
            .map(|(label, facts)| label.iter().chain(facts).copied().collect())
            .collect()
    }
}
