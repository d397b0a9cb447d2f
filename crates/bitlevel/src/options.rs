//! What can be chosen about a search.

use crate::Reductions;
use invar_sat::SolverKind;
use serde::{Deserialize, Serialize};

/// How hard generalisation tries.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Effort {
    /// How deep counterexamples to generalisation are generalised themselves.
    pub depth: u32,
    /// How many of them are blocked before states are joined.
    pub counterexamples: u32,
    /// How often states are joined.
    pub joins: u32,
}

impl Effort {
    /// Literals are dropped one by one, and that is all.
    pub const PLAIN: Effort = Effort {
        depth: 0,
        counterexamples: 0,
        joins: 0,
    };
    /// Hassan, Bradley, Somenzi 2013: depth one, three counterexamples, joins without limit.
    pub const CTG: Effort = Effort {
        depth: 1,
        counterexamples: 3,
        joins: u32::MAX,
    };
}

/// How generalisation is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Generalisation {
    /// Always with this effort.
    Fixed(Effort),
    /// With an effort that grows with the number of times an obligation came back (Su et al.
    /// 2025).
    Dynamic,
}

/// Which search is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Method {
    /// IC3 for a short time, bounded checking for a while, then IC3 for the rest.
    Auto,
    /// IC3.
    Ic3,
    /// Bounded checking: finds runs only.
    Bmc,
    /// k-induction with pairwise different states.
    Kind,
}

/// How a predecessor is made a cube.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Lifting {
    /// By the core of a question (Chockler et al. 2011).
    Core,
    /// By three-valued simulation (Een, Mishchenko, Brayton 2011).
    Ternary,
    /// By a core, then by simulation.
    Both,
}

/// Which solvers frames have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Arrangement {
    /// One for each frame.
    PerFrame,
    /// One for all, with a switch per frame.
    Single,
}

/// In which order literals are dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Order {
    /// Those whose latches are rarely in lemmas first.
    Activity,
    /// As above, but literals of a lemma of the frame below that is part of the cube are kept: the
    /// result may be a lemma of both frames (Xia et al. 2023).
    Good,
}

/// What cubes consist of (Dureja, Gurfinkel, Ivrii, Vizel, IC3 with internal signals, FMCAD 2021).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Signals {
    /// Latches.
    None,
    /// Latches, and conjunctions that depend on latches alone and are used more than once or are
    /// choices; a predecessor is made a cube of these rather than of latches (but not by
    /// simulation: [`Lifting::Ternary`] gives latches). No gain on the whole: of 23 hardware tasks 20
    /// are decided in 10 s instead of 23, with fewer lemmas in 11 of them and more in 7.
    Shared,
}

/// Options of a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Options {
    /// Which search.
    pub method: Method,
    /// How the circuit is made smaller before.
    pub reductions: Reductions,
    /// The SAT solver.
    pub solver: SolverKind,
    /// How cubes are generalised.
    pub generalisation: Generalisation,
    /// How predecessors are made cubes.
    pub lifting: Lifting,
    /// Which solvers frames have.
    pub arrangement: Arrangement,
    /// In which order literals are dropped.
    pub order: Order,
    /// What cubes consist of.
    pub signals: Signals,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            method: Method::Auto,
            reductions: Reductions::Equivalences,
            solver: SolverKind::Own,
            generalisation: Generalisation::Fixed(Effort::CTG),
            lifting: Lifting::Core,
            arrangement: Arrangement::PerFrame,
            order: Order::Good,
            signals: Signals::None,
        }
    }
}
