//! What a check of a proof asked, kept so that others can ask it again.
//!
//! A query is refuted under what was asserted before it. What it refuted may be asserted after it
//! (`Asserted::Lemma`): a checker that answers every query the same way may do so too.

use invar_cfa::{LocId, Program};
use invar_term::{FpOp, Op, TermId};
use std::ops::Range;

/// What a query shows when it has no model.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ObligationKind {
    /// The facts hold where a loop head is first reached from the entry.
    Initiation,
    /// The facts hold again where a loop head is reached from one.
    Consecution,
    /// No target is reached on the way from a cut point to the next.
    Safety,
    /// Edges that are left out of everything else are not taken on the way from a cut point to the next.
    Infeasible,
    /// No target is reached in a step from the entry.
    Unrolled,
    /// A loop head is not reached after a step from the entry: it is not followed any further.
    Unreached,
    /// No path is left after the last step.
    Ended,
    /// No target is reached by the last of k steps from a loop head.
    InductionStep,
}

/// A part of a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// What it shows.
    pub kind: ObligationKind,
    /// Where the path begins.
    pub from: LocId,
    /// Where it ends: one loop head, or targets.
    pub to: Vec<LocId>,
    /// The step of an unrolling that it is about, from 1.
    pub step: Option<u32>,
    /// What is known where it begins, over the program's variables.
    pub assumed: Vec<TermId>,
    /// What must hold where it ends, over the program's variables.
    pub shown: Vec<TermId>,
    /// That it goes wrong.
    pub refuted: TermId,
    /// The part in terms of the invariant where the step ends, if it is about that.
    pub kept: Option<Kept>,
}

impl Part {
    /// A part of an unrolling from the entry, about a step of it: no facts are known or shown.
    pub(crate) fn unrolled(
        kind: ObligationKind,
        entry: LocId,
        step: u32,
        to: Vec<LocId>,
        refuted: TermId,
    ) -> Part {
        Part {
            kind,
            from: entry,
            to,
            step: Some(step),
            assumed: Vec::new(),
            shown: Vec::new(),
            refuted,
            kept: None,
        }
    }
}

/// That an invariant must hold where a path ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// The invariant.
    pub invariant: InvariantNumber,
    /// That the path is taken.
    pub guard: TermId,
    /// The values of the invariant's variables where it ends.
    pub values: Vec<TermId>,
}

/// What a proof states at a location, once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stated {
    /// Where.
    pub location: LocId,
    /// The facts, over the program's variables.
    pub facts: Vec<TermId>,
}

/// The position of an invariant among all of a record.
pub type InvariantNumber = usize;

#[derive(Clone, PartialEq, Eq, Debug)]
enum Asserted {
    Constraint(TermId),
    /// An invariant, in the state where a path begins.
    Invariant(InvariantNumber),
    /// The negation of a query that was refuted before.
    Lemma(TermId, QueryNumber),
}

type QueryNumber = usize;

#[derive(Clone, PartialEq, Eq, Debug)]
struct Query {
    part: Part,
    context: usize,
    /// The assertions of the context that it was asked under.
    asserted: usize,
}

/// The queries of a check, in order, and what was asserted for them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    contexts: Vec<Vec<Asserted>>,
    queries: Vec<Query>,
    /// What the proof states at locations.
    pub invariants: Vec<Stated>,
    /// Parts that simplification alone shows to be impossible: nothing was asked.
    pub simplified: Vec<Part>,
}

/// The most files that an unrolling is divided into. Each repeats the steps before.
const MAX_PIECES: usize = 16;

/// A query by itself: if these terms have no common model, it shows what its parts say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Obligation {
    /// What it shows: the steps of an unrolling may be several parts.
    pub parts: Vec<Part>,
    /// What has no common model.
    pub assertions: Vec<Assertion>,
}

/// A part of what has no common model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Assertion {
    /// A term that holds.
    Term(TermId),
    /// An invariant that holds, for the variables themselves.
    Holds(InvariantNumber),
    /// An invariant that does not hold, for these values of its variables.
    Broken(InvariantNumber, Vec<TermId>),
}

impl Record {
    pub(crate) fn new_context(&mut self) -> usize {
        self.contexts.push(Vec::new());
        self.contexts.len() - 1
    }

    pub(crate) fn constraint(&mut self, context: usize, term: TermId) {
        self.contexts[context].push(Asserted::Constraint(term));
    }

    /// An invariant that holds where a path begins.
    pub(crate) fn assumed(&mut self, context: usize, number: InvariantNumber) {
        self.contexts[context].push(Asserted::Invariant(number));
    }

    /// The number of what is stated at a location.
    pub(crate) fn stated(&mut self, location: LocId, facts: Vec<TermId>) -> InvariantNumber {
        let stated = Stated { location, facts };
        let known = self.invariants.iter().position(|known| *known == stated);
        known.unwrap_or_else(|| {
            self.invariants.push(stated);
            self.invariants.len() - 1
        })
    }

    /// The negation of the last query of a context.
    pub(crate) fn lemma(&mut self, context: usize, term: TermId) {
        let last = self.queries.len().saturating_sub(1);
        self.contexts[context].push(Asserted::Lemma(term, last));
    }

    pub(crate) fn query(&mut self, context: usize, part: Part) {
        let asserted = self.contexts[context].len();
        self.queries.push(Query {
            part,
            context,
            asserted,
        });
    }

    /// The queries, each by itself. Those of a long unrolling are put together in groups: a query may
    /// use the lemmas of groups before its own.
    pub fn obligations(&self, program: &Program) -> Vec<Obligation> {
        let mut obligations = Vec::new();
        let mut start = 0;
        while start < self.queries.len() {
            let first = &self.queries[start];
            let in_context = self.queries[start..].iter();
            let count = in_context
                .take_while(|query| query.context == first.context)
                .count();
            let size = if first.part.kind.is_of_unrolling() {
                count.div_ceil(MAX_PIECES)
            } else {
                1
            };
            let end = start + count;
            for from in (start..end).step_by(size) {
                let group = from..(from + size).min(end);
                obligations.push(self.group(program, group));
            }
            start = end;
        }
        obligations
    }

    /// An invariant as a function, or written out where it is none.
    fn holds(&self, program: &Program, number: InvariantNumber) -> Assertion {
        if self.is_function(program, number) {
            Assertion::Holds(number)
        } else {
            Assertion::Term(program.terms.and(&self.invariants[number].facts))
        }
    }

    /// Whether an invariant can be written as a function: the bits of a float are not one in SMT-LIB.
    fn is_function(&self, program: &Program, number: InvariantNumber) -> bool {
        let terms = &program.terms;
        let all = terms.postorder(&self.invariants[number].facts);
        let mut operators = all.into_iter().map(|term| terms.op(term));
        operators.all(|op| *op != Op::Fp(FpOp::ToBits))
    }

    /// A group of queries as one.
    fn group(&self, program: &Program, group: Range<usize>) -> Obligation {
        let queries = &self.queries[group.clone()];
        let last = &queries[queries.len() - 1];
        let asserted = self.contexts[last.context][..last.asserted].iter();
        let mut assertions: Vec<Assertion> = asserted
            .filter_map(|asserted| match asserted {
                Asserted::Constraint(term) => Some(Assertion::Term(*term)),
                Asserted::Invariant(number) => Some(self.holds(program, *number)),
                Asserted::Lemma(term, query) => {
                    (*query < group.start).then_some(Assertion::Term(*term))
                }
            })
            .collect();
        match &queries[0].part.kept {
            Some(kept) if queries.len() == 1 && self.is_function(program, kept.invariant) => {
                assertions.push(Assertion::Term(kept.guard));
                assertions.push(Assertion::Broken(kept.invariant, kept.values.clone()));
            }
            _ => {
                let refuted: Vec<TermId> = queries.iter().map(|q| q.part.refuted).collect();
                assertions.push(Assertion::Term(program.terms.or(&refuted)));
            }
        }
        Obligation {
            parts: queries.iter().map(|query| query.part.clone()).collect(),
            assertions,
        }
    }
}

impl ObligationKind {
    fn is_of_unrolling(self) -> bool {
        matches!(
            self,
            ObligationKind::Unrolled | ObligationKind::Unreached | ObligationKind::Ended
        )
    }
}
