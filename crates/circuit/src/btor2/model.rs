//! Models: nodes in the order of their definition, states with initial and next values, properties.
//!
//! The methods that add to a model check sorts; reading goes through them too.

use super::error::{Problem, Sorts};
use super::operators::{Binary, MAX_WIDTH, Sort, Unary};
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
    /// With so many zeros in front.
    ZeroExtend(Operand, u32),
    /// With so many copies of the sign in front.
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
    reads_input: bool,
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

/// Building.
///
/// # Errors
/// Every method refuses operands of the wrong sorts, and flipped arrays.
impl Model {
    /// A model with nothing in it.
    pub fn new() -> Model {
        Model::default()
    }

    fn push(&mut self, kind: Kind, sort: Sort, symbol: &str) -> Operand {
        let reads_input = match kind {
            Kind::Input(_) => true,
            _ => kind
                .operands()
                .any(|operand| self.node(operand.node).reads_input),
        };
        let node = NodeId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 nodes"));
        let (symbol, line) = (symbol.to_owned(), self.line);
        self.nodes.push(Node {
            kind,
            sort,
            symbol,
            line,
            reads_input,
        });
        Operand {
            node,
            negated: false,
        }
    }

    /// The sorts of the operands; flipped arrays have none.
    fn sorts<const N: usize>(
        &self,
        operator: &'static str,
        operands: [Operand; N],
    ) -> Result<[Sort; N], Problem> {
        let sorts = operands.map(|operand| self.sort(operand));
        let flipped = |operand: &Operand| operand.negated && self.sort(*operand).width().is_none();
        if operands.iter().any(flipped) {
            return Err(mismatch(operator, &sorts));
        }
        Ok(sorts)
    }

    fn demand<const N: usize>(
        &self,
        operator: &'static str,
        operands: [Operand; N],
        result: impl FnOnce([Sort; N]) -> Option<Sort>,
    ) -> Result<Sort, Problem> {
        let sorts = self.sorts(operator, operands)?;
        result(sorts).ok_or_else(|| mismatch(operator, &sorts))
    }

    /// A constant: its bits, least significant first; at least one.
    pub fn constant(&mut self, bits: Vec<bool>) -> Result<Operand, Problem> {
        let sort = Sort::Bits(width(bits.len() as u64)?);
        Ok(self.push(Kind::Constant(bits), sort, ""))
    }

    /// The constant with this value modulo `2^width`.
    pub fn constant_number(&mut self, value: u128, width: u32) -> Result<Operand, Problem> {
        let width = self::width(width.into())?;
        let bit = |position: u32| position < 128 && value >> position & 1 == 1;
        self.constant((0..width).map(bit).collect())
    }

    /// A new input.
    pub fn input(&mut self, sort: Sort, symbol: &str) -> Result<Operand, Problem> {
        check_sort(sort)?;
        let operand = self.push(Kind::Input(self.inputs.len() as u32), sort, symbol);
        self.inputs.push(operand.node);
        Ok(operand)
    }

    /// A new state, with any value in every step until [`Model::init`] and [`Model::next`].
    pub fn state(&mut self, sort: Sort, symbol: &str) -> Result<Operand, Problem> {
        check_sort(sort)?;
        let operand = self.push(Kind::State(self.states.len() as u32), sort, symbol);
        self.states.push(State {
            node: operand.node,
            init: None,
            next: None,
        });
        Ok(operand)
    }

    /// An operator of one operand.
    pub fn unary(&mut self, operator: Unary, a: Operand) -> Result<Operand, Problem> {
        let sort = self.demand(operator.name(), [a], |[a]| operator.result(a))?;
        Ok(self.push(Kind::Unary(operator, a), sort, ""))
    }

    /// An operator of two operands.
    pub fn binary(&mut self, operator: Binary, a: Operand, b: Operand) -> Result<Operand, Problem> {
        let sort = self.demand(operator.name(), [a, b], |[a, b]| operator.result(a, b))?;
        Ok(self.push(Kind::Binary(operator, a, b), sort, ""))
    }

    /// `then` if the condition holds, otherwise `otherwise`.
    pub fn ite(
        &mut self,
        condition: Operand,
        then: Operand,
        otherwise: Operand,
    ) -> Result<Operand, Problem> {
        let sort = self.demand("ite", [condition, then, otherwise], |[condition, a, b]| {
            (condition == Sort::BIT && a == b).then_some(a)
        })?;
        Ok(self.push(Kind::Ite(condition, then, otherwise), sort, ""))
    }

    /// The element of an array.
    pub fn read(&mut self, array: Operand, index: Operand) -> Result<Operand, Problem> {
        self.binary(Binary::Read, array, index)
    }

    /// The array with this element at this index.
    pub fn write_element(
        &mut self,
        array: Operand,
        index: Operand,
        element: Operand,
    ) -> Result<Operand, Problem> {
        let sort = self.demand("write", [array, index, element], |[array, at, value]| {
            let Sort::Array { index, element } = array else {
                return None;
            };
            (at == Sort::Bits(index) && value == Sort::Bits(element)).then_some(array)
        })?;
        Ok(self.push(Kind::Write(array, index, element), sort, ""))
    }

    /// The bits from `low` to `high`, both included.
    pub fn slice(&mut self, operand: Operand, high: u32, low: u32) -> Result<Operand, Problem> {
        let sort = self.demand("slice", [operand], |[sort]| {
            let inside = low <= high && high < sort.width()?;
            inside.then(|| Sort::Bits(high - low + 1))
        })?;
        Ok(self.push(Kind::Slice { operand, high, low }, sort, ""))
    }

    /// The word with so many more bits in front: zeros.
    pub fn zero_extend(&mut self, operand: Operand, more: u32) -> Result<Operand, Problem> {
        let sort = self.demand("uext", [operand], |[sort]| extended(sort, more))?;
        Ok(self.push(Kind::ZeroExtend(operand, more), sort, ""))
    }

    /// The word with so many more bits in front: copies of its sign.
    pub fn sign_extend(&mut self, operand: Operand, more: u32) -> Result<Operand, Problem> {
        let sort = self.demand("sext", [operand], |[sort]| extended(sort, more))?;
        Ok(self.push(Kind::SignExtend(operand, more), sort, ""))
    }

    fn state_number(&self, state: Operand) -> Result<usize, Problem> {
        match self.node(state.node).kind {
            Kind::State(number) if !state.negated => Ok(number as usize),
            _ => Err(Problem::NotAState),
        }
    }

    /// The value of a state in the first step: a node older than the state, over states alone; for
    /// an array either an array or the constant that every element is.
    pub fn init(&mut self, state: Operand, value: Operand) -> Result<(), Problem> {
        let number = self.state_number(state)?;
        self.demand("init", [state, value], |[state, value]| match state {
            Sort::Array { element, .. } if value == Sort::Bits(element) => Some(state),
            _ => (state == value).then_some(state),
        })?;
        let constant = matches!(self.node(value.node).kind, Kind::Constant(_));
        if self.sort(state) != self.sort(value) && !constant {
            return Err(Problem::InitialElement);
        }
        if value.node >= state.node {
            return Err(Problem::InitialTooLate);
        }
        if self.node(value.node).reads_input {
            return Err(Problem::InitialInput);
        }
        if self.states[number].init.is_some() {
            return Err(Problem::Twice("initial value"));
        }
        self.states[number].init = Some(value);
        Ok(())
    }

    /// The value of a state in the next step.
    pub fn next(&mut self, state: Operand, value: Operand) -> Result<(), Problem> {
        let number = self.state_number(state)?;
        self.demand("next", [state, value], |[a, b]| (a == b).then_some(a))?;
        if self.states[number].next.is_some() {
            return Err(Problem::Twice("next value"));
        }
        self.states[number].next = Some(value);
        Ok(())
    }

    pub(super) fn signal(
        &self,
        operator: &'static str,
        operand: Operand,
        symbol: &str,
    ) -> Result<Signal, Problem> {
        self.demand(operator, [operand], |[sort]| {
            (sort == Sort::BIT).then_some(sort)
        })?;
        Ok(Signal {
            operand,
            symbol: symbol.to_owned(),
        })
    }

    /// A property: this bit must never hold.
    pub fn add_bad(&mut self, operand: Operand, symbol: &str) -> Result<(), Problem> {
        let signal = self.signal("bad", operand, symbol)?;
        self.bad.push(signal);
        Ok(())
    }

    /// A constraint: this bit holds at every step.
    pub fn add_constraint(&mut self, operand: Operand, symbol: &str) -> Result<(), Problem> {
        let signal = self.signal("constraint", operand, symbol)?;
        self.constraints.push(signal);
        Ok(())
    }

    /// A value shown to the outside.
    pub fn add_output(&mut self, operand: Operand, symbol: &str) -> Result<(), Problem> {
        self.sorts("output", [operand])?;
        self.outputs.push(Signal {
            operand,
            symbol: symbol.to_owned(),
        });
        Ok(())
    }
}

fn extended(sort: Sort, more: u32) -> Option<Sort> {
    let width = sort.width()?.checked_add(more)?;
    (width <= MAX_WIDTH).then_some(Sort::Bits(width))
}

fn mismatch(operator: &'static str, sorts: &[Sort]) -> Problem {
    Problem::Operands {
        operator,
        operands: Sorts(sorts.to_vec()),
    }
}

/// The width, if it is one that words can have.
pub(super) fn width(width: u64) -> Result<u32, Problem> {
    match u32::try_from(width) {
        Ok(narrow) if (1..=MAX_WIDTH).contains(&narrow) => Ok(narrow),
        _ => Err(Problem::Width(width)),
    }
}

fn check_sort(sort: Sort) -> Result<(), Problem> {
    match sort {
        Sort::Bits(bits) => width(bits.into()).map(drop),
        Sort::Array { index, element } => {
            width(index.into())?;
            width(element.into()).map(drop)
        }
    }
}
