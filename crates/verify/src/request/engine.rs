//! Engines by name.

use super::named;

named! {
    /// An engine, or the order of engines that solves most.
    pub enum EngineId {
        /// The best order we have.
        Default = "default",
        /// Facts that are guessed and turn out inductive, alone.
        Facts = "facts",
        /// Bounded model checking.
        Bmc = "bmc",
        /// k-induction.
        Kind = "kind",
        /// IC3 with frames per loop head.
        Ic3Cfa = "ic3-cfa",
        /// IC3 on one transition relation with a program counter.
        Ic3Smt = "ic3-smt",
        /// IC3 on a hardware model, or on the program blasted to bits.
        Ic3Bool = "ic3-bool",
        /// IC3 over predicate abstraction with refinement.
        Ic3Cegar = "ic3-cegar",
        /// IC3 along the paths of an abstract reachability tree.
        TreeIc3 = "tree-ic3",
        /// The same, with interpolants where these are small.
        TreeIc3Itp = "tree-ic3-itp",
        /// The same, with labels carried over as a whole or not at all.
        TreeIc3ItpMono = "tree-ic3-itp-mono",
        /// Lazy abstraction with interpolants.
        Impact = "impact",
        /// Lazy predicate abstraction.
        Predabs = "predabs",
        /// Spacer, the engine inside Z3.
        Spacer = "spacer",
        /// Summaries of recursive functions; where nothing is recursive, as spacer.
        Summaries = "summaries",
    }
}

/// How an engine is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ability {
    /// It finds inductive proofs, in one arithmetic after the other.
    Proves,
    /// It unrolls or blasts the program in its own arithmetic; its proofs are no candidates in another one.
    Unrolls,
    /// It is no engine but an order of them.
    Chooses,
}

impl EngineId {
    /// How it is used.
    pub const fn ability(self) -> Ability {
        match self {
            EngineId::Default => Ability::Chooses,
            EngineId::Bmc | EngineId::Kind | EngineId::Ic3Bool => Ability::Unrolls,
            EngineId::Facts
            | EngineId::Ic3Cfa
            | EngineId::Ic3Smt
            | EngineId::Ic3Cegar
            | EngineId::TreeIc3
            | EngineId::TreeIc3Itp
            | EngineId::TreeIc3ItpMono
            | EngineId::Impact
            | EngineId::Predabs
            | EngineId::Spacer
            | EngineId::Summaries => Ability::Proves,
        }
    }
}
