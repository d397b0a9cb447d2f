//! Verdicts with their evidence, and the closed list of reasons for having none.
//!
//! Evidence is stated over the inlined program before every other pass: invariants at its loop
//! heads, traces as the values its havoc edges take.
//!
//! Must not know: which engine found a verdict.

mod modular;
mod reason;

pub use modular::{Contract, ModularProof};
pub use reason::{Limit, Reason, ReasonClass};

use invar_cfa::{EdgeId, LocId};
use invar_term::{TermId, Value};
use std::collections::BTreeMap;

/// The answer about a program.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// No execution reaches an error or an unsupported construct.
    Safe(Proof),
    /// An execution reaches an error.
    Unsafe(Trace),
    /// Neither is known.
    Unknown(Reason),
}

/// One Boolean term over the variables' symbols per cut point; `true` where none is given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Invariant {
    /// What holds whenever execution is at the location.
    pub at: BTreeMap<LocId, Vec<TermId>>,
}

impl Invariant {
    /// Adds a conjunct at a location.
    pub fn add(&mut self, location: LocId, fact: TermId) {
        let facts = self.at.entry(location).or_default();
        if !facts.contains(&fact) {
            facts.push(fact);
        }
    }

    /// The conjuncts at a location.
    pub fn facts(&self, location: LocId) -> &[TermId] {
        self.at.get(&location).map_or(&[], Vec::as_slice)
    }

    /// Adds every conjunct of another invariant.
    pub fn extend(&mut self, other: &Invariant) {
        for (location, facts) in &other.at {
            facts.iter().for_each(|fact| self.add(*location, *fact));
        }
    }
}

/// Why a program is safe.
#[derive(Clone, Debug)]
pub enum Proof {
    /// The invariant is inductive and excludes every target.
    Inductive {
        /// Loop heads at which it says something; others are summarised by forgetting what they
        /// change.
        heads: Vec<LocId>,
        /// What holds there.
        invariant: Invariant,
    },
    /// An inductive invariant with facts for all values of some symbols: `for all k: F(k, a[k])`.
    Quantified {
        /// Loop heads, as above.
        heads: Vec<LocId>,
        /// What holds there, for all values of the symbols.
        invariant: Invariant,
        /// The symbols, none of which belongs to a variable.
        universals: Vec<TermId>,
        /// Values of the symbols for which facts are needed.
        instances: Vec<Instance>,
    },
    /// The facts are inductive; under them no path of exactly `k` steps between counted cut
    /// points leads from anywhere to a target, and none of fewer steps from the entry.
    KInductive {
        /// Length of the step case, at least 1.
        k: u32,
        /// Loop heads that count as steps; others are summarised by forgetting what they change.
        heads: Vec<LocId>,
        /// Inductive facts that the step case uses.
        facts: Invariant,
    },
    /// No path from the entry has more than `steps` steps between counted cut points, and no
    /// shorter one reaches a target.
    Exhausted {
        /// Length of the longest path.
        steps: u32,
        /// Loop heads that count as steps, as above.
        heads: Vec<LocId>,
        /// Inductive facts that may be used.
        facts: Invariant,
    },
}

impl Proof {
    /// The facts at loop heads that it states.
    pub fn facts(&self) -> &Invariant {
        match self {
            Proof::Inductive { invariant, .. } | Proof::Quantified { invariant, .. } => invariant,
            Proof::KInductive { facts, .. } | Proof::Exhausted { facts, .. } => facts,
        }
    }

    /// The facts, mutable.
    pub fn facts_mut(&mut self) -> &mut Invariant {
        match self {
            Proof::Inductive { invariant, .. } | Proof::Quantified { invariant, .. } => invariant,
            Proof::KInductive { facts, .. } | Proof::Exhausted { facts, .. } => facts,
        }
    }
}

/// Values that some universal symbols may be given together. Whatever they are, what follows is true:
/// they only say where to look.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Instance {
    /// Edge, symbol, and its value over the variables before the edge.
    pub values: Vec<(EdgeId, TermId, TermId)>,
}

/// What a proof depends on in addition: what the passes found before the engine searched. It is
/// checked like everything else.
#[derive(Clone, Debug, Default)]
pub struct Support {
    /// Inductive facts at loop heads.
    pub facts: Invariant,
    /// Edges that no execution takes, given the facts. Without its back edge a loop is not a loop.
    pub infeasible: Vec<EdgeId>,
}

/// A value that a havoc edge takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The havoc edge.
    pub edge: EdgeId,
    /// The value.
    pub value: Value,
}

/// An execution that reaches an error, given by its nondeterministic choices in the order of
/// execution. A havoc edge without a choice takes zero: its value does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The choices.
    pub choices: Vec<Choice>,
}

impl Trace {
    /// The edges with the values they take.
    pub fn values(&self) -> impl Iterator<Item = (EdgeId, Value)> {
        let choices = self.choices.iter();
        choices.map(|choice| (choice.edge, choice.value.clone()))
    }
}

impl FromIterator<(EdgeId, Value)> for Trace {
    fn from_iter<I: IntoIterator<Item = (EdgeId, Value)>>(values: I) -> Trace {
        let choice = |(edge, value)| Choice { edge, value };
        Trace {
            choices: values.into_iter().map(choice).collect(),
        }
    }
}
