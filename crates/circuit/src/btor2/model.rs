//! Models: nodes in the order of their definition, states with initial and next values, properties.

use super::operators::{Binary, Sort, Unary};
use std::ops::Not;

/// A node by its place in [`Model::nodes`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The node as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node, or its bits flipped.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Operand {
    /// The node.
    pub node: NodeId,
    /// Whether its bits are flipped.
    pub negated: bool,
}

impl Not for Operand {
    type Output = Operand;
    fn not(self) -> Operand {
        Operand {
            negated: !self.negated,
            ..self
        }
    }
}

/// What a node is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A constant; its bits, least significant first.
    Constant(Vec<bool>),
    /// The input with this number.
    Input(u32),
    /// The state with this number.
    State(u32),
    /// An operator of one operand.
    Unary(Unary, Operand),
    /// An operator of two operands.
    Binary(Binary, Operand, Operand),
    /// The second operand if the first holds, otherwise the third.
    Ite(Operand, Operand, Operand),
    /// The array with, at this index, this element.
    Write(Operand, Operand, Operand),
    /// The bits from `low` to `high`.
    Slice {
        /// The word.
        operand: Operand,
        /// The last bit.
        high: u32,
        /// The first bit.
        low: u32,
    },
    /// Extended by this many zeros.
    ZeroExtend(Operand, u32),
    /// Extended by this many copies of the sign.
    SignExtend(Operand, u32),
}

impl Kind {
    /// The operands, in order.
    pub fn operands(&self) -> impl Iterator<Item = Operand> {
        let (a, b, c) = match *self {
            Kind::Constant(_) | Kind::Input(_) | Kind::State(_) => (None, None, None),
            Kind::Unary(_, a)
            | Kind::Slice { operand: a, .. }
            | Kind::ZeroExtend(a, _)
            | Kind::SignExtend(a, _) => (Some(a), None, None),
            Kind::Binary(_, a, b) => (Some(a), Some(b), None),
            Kind::Ite(a, b, c) | Kind::Write(a, b, c) => (Some(a), Some(b), Some(c)),
        };
        [a, b, c].into_iter().flatten()
    }
}

/// A node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// What it is.
    pub kind: Kind,
    /// What its values are.
    pub sort: Sort,
    /// Its name; empty if it has none.
    pub symbol: String,
    /// Its line, from one; zero if the model was built.
    pub line: usize,
    /// Whether its value depends on an input of the same step.
    pub(super) reads_input: bool,
}

/// A state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// Its node.
    pub node: NodeId,
    /// Its value in the first step, if that is given; for arrays also the value of every element.
    pub init: Option<Operand>,
    /// Its value in the next step; without it, any value in every step after the first.
    pub next: Option<Operand>,
}

/// A property, constraint or output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signal {
    /// The value.
    pub operand: Operand,
    /// Its name; empty if it has none.
    pub symbol: String,
}

/// A model.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Model {
    pub(super) nodes: Vec<Node>,
    pub(super) inputs: Vec<NodeId>,
    pub(super) states: Vec<State>,
    pub(super) bad: Vec<Signal>,
    pub(super) constraints: Vec<Signal>,
    pub(super) outputs: Vec<Signal>,
    pub(super) fair: Vec<Signal>,
    pub(super) justice: Vec<Vec<Operand>>,
    /// The line that nodes are added from.
    pub(super) line: usize,
}

/// What a model holds.
impl Model {
    /// The nodes; operands come before what they are operands of.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The inputs by number.
    pub fn inputs(&self) -> &[NodeId] {
        &self.inputs
    }

    /// The states by number.
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// What must not hold at any step, in the order of the file.
    pub fn bad(&self) -> &[Signal] {
        &self.bad
    }

    /// What holds at every step.
    pub fn constraints(&self) -> &[Signal] {
        &self.constraints
    }

    /// What is shown to the outside; no property.
    pub fn outputs(&self) -> &[Signal] {
        &self.outputs
    }

    /// What holds infinitely often; of no concern to bad states.
    pub fn fair(&self) -> &[Signal] {
        &self.fair
    }

    /// Justice properties: sets of what holds infinitely often in a violation. Read, never checked.
    pub fn justice(&self) -> &[Vec<Operand>] {
        &self.justice
    }

    /// The sort of a value.
    pub fn sort(&self, operand: Operand) -> Sort {
        self.node(operand.node).sort
    }
}
