//! The constants of the thesis and what goes beyond it, each an option; presets are the thesis'
//! configurations.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A configuration of `ic3-cegar`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CegarOptions {
    /// Counterexamples to generalisation that are blocked before a join (`maxCTGs`).
    pub max_ctgs: u32,
    /// Depth up to which counterexamples to generalisation are generalised (`maxDepth`).
    pub max_depth: u32,
    /// Joins with counterexamples to generalisation (`maxJoins`); any number, if `None`.
    pub max_joins: Option<u32>,
    /// Literals that one generalisation may replace by weaker ones of the lattice (`maxGeo`).
    pub max_geometric: u32,
    /// States from which predicates are mined (`minPoints`); no mining, if `None`.
    pub min_points: Option<u32>,
    /// Spurious steps on the path to a target that are tolerated before the domain is refined
    /// (`maxSpurious`).
    pub max_spurious: u32,
    /// Where new predicates come from.
    pub refinement: Refinement,
    /// How an equation enters the domain.
    pub equations: Equations,
    /// The predicates that there are from the beginning.
    pub initial: BTreeSet<Initial>,
    /// What frames belong to.
    pub frames: FramesOf,
    /// What obligations are.
    pub abstraction: AbstractionKind,
    /// What is kept of the predecessors.
    pub states: States,
    /// What else is mined from states.
    pub mining: BTreeSet<Mining>,
    /// Whether predicates of other engines' interpolants are taken over.
    pub sharing: Sharing,
}

/// Where new predicates come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Refinement {
    /// Interpolants between frame and step on one side, the state on the other.
    Interpolation,
    /// Pre-images of the abstractions of the states that follow.
    Preimage,
}

/// How an equation of numbers enters the domain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Equations {
    /// As two inequalities.
    Halves,
    /// Itself, and one inequality: better where the lattice is climbed.
    WholeAndHalf,
}

/// Predicates that a domain begins with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Initial {
    /// The initial condition.
    Condition,
    /// The Boolean expressions of the program.
    Expressions,
    /// `v < w` for pairs of variables of one function.
    Pairs,
}

/// What frames belong to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FramesOf {
    /// The whole program: a program counter is part of every state.
    Counter,
    /// Locations.
    Locations,
}

/// What obligations are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum AbstractionKind {
    /// States, whose abstractions are enumerated when they are blocked.
    Enumerated,
    /// Abstract states; the concrete ones are queried only at the end of a path.
    Implicit,
}

/// What is kept of the predecessors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum States {
    /// One state without the variables that do not matter: equations with values.
    Points,
    /// A part of the pre-image: any literals.
    Cubes,
}

/// What is mined from states in addition to linear equations per location.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Mining {
    /// Inequalities between what executions pass and what was refined.
    Inequalities,
    /// Equations over states of several locations.
    Across,
}

/// Whether predicates of other engines' interpolants are taken over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Sharing {
    /// No.
    Alone,
    /// `predabs` searches first, for a part of the time; its predicates are the domain's.
    Predabs,
}

/// A named configuration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Preset {
    /// What solves most.
    #[default]
    Best,
    /// Neither blocking of counterexamples to generalisation nor anything below.
    Noopt,
    /// Counterexamples to generalisation are blocked.
    C,
    /// `C` with geometric generalisation.
    Cg,
    /// `C` with mining.
    Cr,
    /// `Cg` with mining.
    Cgr,
    /// `Cr` with lazy refinement.
    Crl,
    /// `Cgr` with lazy refinement.
    Cgrl,
}

/// `maxCTGs` of the thesis.
const MAX_CTGS: u32 = 3;
/// `maxDepth` of the thesis.
const MAX_DEPTH: u32 = 1;
/// `maxGeo` of the thesis.
const MAX_GEOMETRIC: u32 = 100;
/// `minPoints` of the thesis.
const MIN_POINTS: u32 = 3;
/// `maxSpurious` of the thesis.
const MAX_SPURIOUS: u32 = 3;

impl Preset {
    /// Every preset.
    pub const ALL: [Preset; 8] = [
        Preset::Best,
        Preset::Noopt,
        Preset::C,
        Preset::Cg,
        Preset::Cr,
        Preset::Cgr,
        Preset::Crl,
        Preset::Cgrl,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Preset::Best => "best",
            Preset::Noopt => "NOOPT",
            Preset::C => "C",
            Preset::Cg => "CG",
            Preset::Cr => "CR",
            Preset::Cgr => "CGR",
            Preset::Crl => "CRL",
            Preset::Cgrl => "CGRL",
        }
    }

    /// The options of the preset.
    pub fn options(self) -> CegarOptions {
        let plain = CegarOptions {
            max_ctgs: 0,
            max_depth: 0,
            max_joins: None,
            max_geometric: 0,
            min_points: None,
            max_spurious: 0,
            refinement: Refinement::Interpolation,
            equations: Equations::Halves,
            initial: BTreeSet::from([Initial::Condition, Initial::Expressions, Initial::Pairs]),
            frames: FramesOf::Counter,
            abstraction: AbstractionKind::Enumerated,
            states: States::Points,
            mining: BTreeSet::new(),
            sharing: Sharing::Alone,
        };
        let blocking = CegarOptions {
            max_ctgs: MAX_CTGS,
            max_depth: MAX_DEPTH,
            ..plain.clone()
        };
        let geometric = CegarOptions {
            max_geometric: MAX_GEOMETRIC,
            equations: Equations::WholeAndHalf,
            ..blocking.clone()
        };
        let mining = |options| CegarOptions {
            min_points: Some(MIN_POINTS),
            ..options
        };
        let lazy = |options| CegarOptions {
            max_spurious: MAX_SPURIOUS,
            ..options
        };
        match self {
            Preset::Noopt => plain,
            Preset::C => blocking,
            Preset::Cg => geometric,
            Preset::Cr => mining(blocking),
            Preset::Cgr => mining(geometric),
            Preset::Crl => lazy(mining(blocking)),
            Preset::Cgrl => lazy(mining(geometric)),
            Preset::Best => CegarOptions {
                frames: FramesOf::Locations,
                states: States::Cubes,
                mining: BTreeSet::from([Mining::Inequalities, Mining::Across]),
                ..lazy(mining(blocking))
            },
        }
    }
}

impl Default for CegarOptions {
    fn default() -> CegarOptions {
        Preset::default().options()
    }
}
