//! What can be switched off, so that an ablation is one flag.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// An optional part of IC3.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Part {
    /// Inductive candidates before the search.
    #[serde(rename = "Guess")]
    Candidates,
    /// Predecessors as cubes; without it they are points.
    Lift,
    /// Existential projection of inputs; without it they take the model's values.
    Project,
    /// Blocked cubes keep only literals of the solver's core.
    Core,
    /// Literals are dropped one by one.
    Drop,
    /// Counterexamples to generalisation are blocked when dropping.
    Ctg,
    /// Bounds of literals are widened.
    Widen,
    /// Literals are summed by an interpolant of frame and edge against the cube.
    Interpolate,
    /// Lemmas that differ in constants only are replaced by one.
    Cluster,
    /// Pushing is tried again only where something changed.
    Trigger,
}

impl Part {
    /// Every part.
    pub const ALL: [Part; 10] = [
        Part::Candidates,
        Part::Lift,
        Part::Project,
        Part::Core,
        Part::Drop,
        Part::Ctg,
        Part::Widen,
        Part::Interpolate,
        Part::Cluster,
        Part::Trigger,
    ];

    /// Its name on the command line, which outputs show too.
    pub fn name(self) -> &'static str {
        match self {
            Part::Candidates => "guess",
            Part::Lift => "lift",
            Part::Project => "project",
            Part::Core => "core",
            Part::Drop => "drop",
            Part::Ctg => "ctg",
            Part::Widen => "widen",
            Part::Interpolate => "interpolate",
            Part::Cluster => "cluster",
            Part::Trigger => "trigger",
        }
    }
}

/// Which parts are in use: all, unless said otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    without: BTreeSet<Part>,
    at_unsupported: AtUnsupported,
    clause_growth: usize,
    ancestors: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            without: BTreeSet::new(),
            at_unsupported: AtUnsupported::default(),
            clause_growth: CLAUSE_GROWTH,
            ancestors: ANCESTORS,
        }
    }
}

/// How many times larger than an interpolant its clauses may be, unless said otherwise.
pub const CLAUSE_GROWTH: usize = 5;

/// How many ancestors of its place a node of a tree takes labels over from, unless said otherwise.
/// Labels of a farther ancestor were usually taken over by a nearer one already, and the formulas
/// get longer with the distance.
pub const ANCESTORS: usize = 1;

/// What to do when something that is not modelled is reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum AtUnsupported {
    /// Look for errors: there may be one that does not need it.
    #[default]
    GoOn,
    /// Stop: only a proof is wanted.
    Stop,
}

impl Options {
    /// All parts but these.
    pub fn without(parts: impl IntoIterator<Item = Part>) -> Options {
        Options {
            without: parts.into_iter().collect(),
            ..Options::default()
        }
    }

    /// Switches one more part off.
    pub fn doing_without(mut self, part: Part) -> Options {
        self.without.insert(part);
        self
    }

    /// Options for a search that only proves: it ends when it reaches something that is not
    /// modelled.
    pub fn stopping_at_unsupported(self) -> Options {
        Options {
            at_unsupported: AtUnsupported::Stop,
            ..self
        }
    }

    /// Sets the bound on the clauses of interpolants.
    pub fn growing(self, clause_growth: usize) -> Options {
        Options {
            clause_growth,
            ..self
        }
    }

    /// How many times larger than an interpolant its clauses may be for `tree-ic3-itp`.
    pub(crate) fn clause_growth(&self) -> usize {
        self.clause_growth
    }

    /// Sets the number of ancestors whose labels are taken over.
    pub fn remembering(self, ancestors: usize) -> Options {
        Options { ancestors, ..self }
    }

    /// How many ancestors of its place a node of a tree takes labels over from, nearest first.
    pub(crate) fn ancestors(&self) -> usize {
        self.ancestors
    }

    /// What to do at something that is not modelled.
    pub(crate) fn at_unsupported(&self) -> AtUnsupported {
        self.at_unsupported
    }

    /// Whether a part is in use.
    pub fn has(&self, part: Part) -> bool {
        !self.without.contains(&part)
    }
}
