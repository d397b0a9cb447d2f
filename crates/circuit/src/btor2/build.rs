//! Adding to a model, with checks of sorts; reading goes through here too.

use super::error::{Problem, Sorts};
use super::model::{Kind, Model, Node, NodeId, Operand, Signal, State};
use super::operators::{Binary, MAX_WIDTH, Sort, Unary};

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

    /// The word extended by `more` zero bits.
    pub fn zero_extend(&mut self, operand: Operand, more: u32) -> Result<Operand, Problem> {
        let sort = self.demand("uext", [operand], |[sort]| extended(sort, more))?;
        Ok(self.push(Kind::ZeroExtend(operand, more), sort, ""))
    }

    /// The word extended by `more` copies of its sign.
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
