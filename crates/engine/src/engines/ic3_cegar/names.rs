//! The choices of the options by name, for command lines.

use super::options::{
    AbstractionKind, Equations, FramesOf, Initial, Mining, Refinement, Sharing, States,
};

impl Refinement {
    /// Every choice.
    pub const ALL: [Refinement; 2] = [Refinement::Interpolation, Refinement::Preimage];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Refinement::Interpolation => "interpolation",
            Refinement::Preimage => "preimage",
        }
    }
}

impl Equations {
    /// Every choice.
    pub const ALL: [Equations; 2] = [Equations::Halves, Equations::WholeAndHalf];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Equations::Halves => "halves",
            Equations::WholeAndHalf => "whole-and-half",
        }
    }
}

impl Initial {
    /// Every choice.
    pub const ALL: [Initial; 3] = [Initial::Condition, Initial::Expressions, Initial::Pairs];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Initial::Condition => "condition",
            Initial::Expressions => "expressions",
            Initial::Pairs => "pairs",
        }
    }
}

impl FramesOf {
    /// Every choice.
    pub const ALL: [FramesOf; 2] = [FramesOf::Counter, FramesOf::Locations];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            FramesOf::Counter => "counter",
            FramesOf::Locations => "locations",
        }
    }
}

impl AbstractionKind {
    /// Every choice.
    pub const ALL: [AbstractionKind; 2] = [AbstractionKind::Enumerated, AbstractionKind::Implicit];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            AbstractionKind::Enumerated => "enumerated",
            AbstractionKind::Implicit => "implicit",
        }
    }
}

impl Mining {
    /// Every choice.
    pub const ALL: [Mining; 2] = [Mining::Inequalities, Mining::Across];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Mining::Inequalities => "inequalities",
            Mining::Across => "across",
        }
    }
}

impl Sharing {
    /// Every choice.
    pub const ALL: [Sharing; 2] = [Sharing::Alone, Sharing::Predabs];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Sharing::Alone => "alone",
            Sharing::Predabs => "predabs",
        }
    }
}

impl States {
    /// Both.
    pub const ALL: [States; 2] = [States::Points, States::Cubes];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            States::Points => "points",
            States::Cubes => "cubes",
        }
    }
}
