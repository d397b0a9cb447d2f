//! Accesses whose order C leaves open (C11 6.5 paragraph 2), found by a walk over the text: an object that one operand
//! changes, and that another operand of the same operator changes or reads.

use crate::ast::{
    AssignOp, BinaryOp, CastKind, Expr, ExprKind, FunId, Statement, StatementKind, Storage,
    UnaryOp, Unit, VariableId,
};

/// What is said where the property does not ask for the order.
pub(crate) const OPEN_ORDER: &str = "change of an object in an order that C leaves open";

/// Whether something happens whenever the whole expression is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Certainty {
    Maybe,
    Certain,
}

/// An object that is read or changed.
#[derive(Clone, Copy)]
struct Access<'e> {
    lvalue: &'e Expr,
    certainty: Certainty,
}

/// What evaluating an expression does to objects.
#[derive(Default)]
struct Uses<'e> {
    reads: Vec<Access<'e>>,
    /// Changed, and the change may still come after the value.
    pending: Vec<Access<'e>>,
    /// Changed before the value.
    done: Vec<Access<'e>>,
    /// Callees.
    called: Vec<&'e Expr>,
}

/// Two accesses in an open order.
pub(crate) struct Pair<'e> {
    pub(crate) lvalues: [&'e Expr; 2],
    pub(crate) certainty: Certainty,
}

/// What an operand calls, reads and changes.
#[derive(Clone)]
pub(crate) struct Operand<'e> {
    pub(crate) called: Vec<&'e Expr>,
    pub(crate) reads: Vec<&'e Expr>,
    pub(crate) changes: Vec<&'e Expr>,
}

/// A walk over a full expression.
pub(crate) struct Walk<'e> {
    /// Where declared variables are looked up; without it their initialisers are left out.
    unit: Option<&'e Unit>,
    pub(crate) pairs: Vec<Pair<'e>>,
    /// Two operands, calls in at least one of them, whose order is open.
    pub(crate) operands: Vec<[Operand<'e>; 2]>,
    /// Whether a call was met, which may not return.
    calls: Calls,
}

/// Whether a function is called in what was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Calls {
    #[default]
    None,
    Some,
}

/// Whether arguments change and use one variable, by its name.
pub(crate) fn unsequenced_by_name(arguments: &[Expr]) -> bool {
    let mut walk = Walk::new(None);
    let mut uses = Uses::default();
    for argument in arguments {
        let argument = walk.value(argument);
        uses = walk.unsequenced(uses, argument);
    }
    walk.pairs.iter().any(|pair| {
        let [a, b] = pair.lvalues.map(whole_variable);
        a.is_some() && a == b
    })
}

/// Whether the order of arguments may matter because of what the program's functions do: one is called in an
/// argument, and another argument calls one too, or uses a variable that is not local.
pub(crate) fn calls_in_open_order(
    arguments: &[Expr],
    is_defined: impl Fn(FunId) -> bool,
    is_shared: impl Fn(VariableId) -> bool,
) -> bool {
    let mut walk = Walk::new(None);
    let mut uses = Uses::default();
    for argument in arguments {
        let argument = walk.value(argument);
        uses = walk.unsequenced(uses, argument);
    }
    let calls = |operand: &Operand<'_>| {
        let mut callees = operand.called.iter();
        callees.any(|callee| callee.direct_callee().is_none_or(&is_defined))
    };
    let uses_shared = |operand: &Operand<'_>| {
        let mut objects = operand.reads.iter().chain(&operand.changes);
        objects.any(|object| whole_variable(object).is_none_or(&is_shared))
    };
    let matters = |a: &Operand<'_>, b: &Operand<'_>| calls(a) && (calls(b) || uses_shared(b));
    let mut operands = walk.operands.iter();
    operands.any(|[left, right]| matters(left, right) || matters(right, left))
}

impl<'e> Walk<'e> {
    /// What the evaluation of an expression of the unit does.
    pub(crate) fn of(unit: &'e Unit, expr: &'e Expr) -> Walk<'e> {
        let mut walk = Walk::new(Some(unit));
        walk.value(expr);
        walk
    }

    fn new(unit: Option<&'e Unit>) -> Walk<'e> {
        Walk {
            unit,
            pairs: Vec::new(),
            operands: Vec::new(),
            calls: Calls::None,
        }
    }

    /// An expression whose value is computed.
    fn value(&mut self, expr: &'e Expr) -> Uses<'e> {
        match &expr.kind {
            ExprKind::Cast(CastKind::LValueToRValue, object) => {
                let mut uses = self.place(object);
                uses.reads.push(Access::certain(object));
                uses
            }
            ExprKind::Cast(_, inner) => self.value(inner),
            ExprKind::Unary(op, operand) if op.changes_operand() => {
                let mut uses = self.place(operand);
                self.change(&mut uses, operand);
                uses
            }
            ExprKind::Unary(_, operand) => self.place(operand),
            ExprKind::Binary(BinaryOp::LogicalAnd | BinaryOp::LogicalOr, left, right) => {
                let left = self.value(left).completed();
                let right = self.perhaps(right);
                left.joined(right)
            }
            ExprKind::Binary(BinaryOp::Comma, left, right) => {
                let left = self.value(left).completed();
                let right = self.value(right);
                left.joined(right)
            }
            ExprKind::Binary(_, left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                self.unsequenced(left, right)
            }
            ExprKind::Assign { op, target, value } => {
                let mut left = self.place(target);
                if let AssignOp::Compound { .. } = op {
                    left.reads.push(Access::certain(target));
                }
                let right = self.value(value);
                let mut uses = self.unsequenced(left, right);
                self.change(&mut uses, target);
                uses
            }
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => {
                let mut uses = self.value(condition).completed();
                if let Some(then) = then {
                    let then = self.perhaps(then);
                    uses = uses.joined(then);
                }
                let otherwise = self.perhaps(otherwise);
                uses.joined(otherwise)
            }
            ExprKind::Call { callee, arguments } => {
                let mut uses = self.value(callee);
                for argument in arguments {
                    let argument = self.value(argument);
                    uses = self.unsequenced(uses, argument);
                }
                self.calls = Calls::Some;
                uses.called.push(callee);
                uses.completed()
            }
            ExprKind::Initialiser(list) => {
                // Their order is open, but each is evaluated as a whole (C11 6.7.9).
                let parts = list.parts().into_iter();
                let parts = parts.map(|part| self.value(part).completed());
                parts.fold(Uses::default(), Uses::joined)
            }
            ExprKind::CompoundLiteral(inner) => self.value(inner),
            _ => self.place(expr),
        }
    }

    /// An expression that designates an object, which is not read.
    fn place(&mut self, expr: &'e Expr) -> Uses<'e> {
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Dereference | UnaryOp::AddressOf, inner) => self.place(inner),
            ExprKind::Member { base, .. } => self.place(base),
            ExprKind::Index { base, index } => {
                let (base, index) = (self.value(base), self.value(index));
                self.unsequenced(base, index)
            }
            ExprKind::Variable(_)
            | ExprKind::Function(_)
            | ExprKind::Integer(_)
            | ExprKind::Floating(_)
            | ExprKind::String(_)
            | ExprKind::ZeroInitialiser
            | ExprKind::SizeOf(_)
            | ExprKind::AlignOf(_)
            // Nothing that is looked at.
            | ExprKind::Variadic { .. }
            | ExprKind::Unsupported(_) => Uses::default(),
            ExprKind::Statement(statement) => {
                let uses = self.statement(statement);
                // It may leave the whole.
                self.calls = Calls::Some;
                uses.completed().possible()
            }
            _ => self.value(expr),
        }
    }

    /// A statement in an expression: full expressions of their own, in an open order with the other operands.
    fn statement(&mut self, statement: &'e Statement) -> Uses<'e> {
        // Pairs among them are found where they are lowered.
        let mut inner = Walk::new(self.unit);
        let declared = match &statement.kind {
            StatementKind::Declare(declared) => declared.as_slice(),
            _ => &[],
        };
        let variables = declared
            .iter()
            .filter_map(|id| Some(self.unit?.variable(*id)));
        let local = variables.filter(|v| matches!(v.storage, Storage::Local(_)));
        let initialisers = local.filter_map(|variable| variable.initialiser.as_ref());
        let mut uses = Uses::default();
        for expr in initialisers.chain(statement.kind.expressions()) {
            uses = uses.joined(inner.value(expr));
        }
        for part in statement.kind.statements() {
            uses = uses.joined(self.statement(part));
        }
        uses
    }

    /// An operand that is not always evaluated.
    fn perhaps(&mut self, expr: &'e Expr) -> Uses<'e> {
        let before = self.pairs.len();
        let uses = self.value(expr).possible();
        for pair in &mut self.pairs[before..] {
            pair.certainty = Certainty::Maybe;
        }
        uses
    }

    /// A change of what an expression designates, after its operands are computed: other changes that
    /// are not done yet are unsequenced with it.
    fn change(&mut self, uses: &mut Uses<'e>, target: &'e Expr) {
        let change = Access::certain(target);
        for other in &uses.pending {
            self.note(change, *other);
        }
        uses.pending.push(change);
    }

    /// Two operands whose order is open.
    fn unsequenced(&mut self, left: Uses<'e>, right: Uses<'e>) -> Uses<'e> {
        if !left.called.is_empty() || !right.called.is_empty() {
            self.operands.push([left.operand(), right.operand()]);
        }
        for change in left.changes() {
            for other in right.changes().chain(&right.reads) {
                self.note(*change, *other);
            }
        }
        for change in right.changes() {
            for read in &left.reads {
                self.note(*change, *read);
            }
        }
        left.joined(right)
    }

    /// Notes a pair; after a call it may not be met.
    fn note(&mut self, a: Access<'e>, b: Access<'e>) {
        let certainty = match self.calls {
            Calls::None => a.certainty.min(b.certainty),
            Calls::Some => Certainty::Maybe,
        };
        self.pairs.push(Pair {
            lvalues: [a.lvalue, b.lvalue],
            certainty,
        });
    }
}

impl<'e> Access<'e> {
    fn certain(lvalue: &'e Expr) -> Access<'e> {
        Access {
            lvalue,
            certainty: Certainty::Certain,
        }
    }
}

impl<'e> Uses<'e> {
    fn changes(&self) -> impl Iterator<Item = &Access<'e>> {
        self.pending.iter().chain(&self.done)
    }

    fn operand(&self) -> Operand<'e> {
        Operand {
            called: self.called.clone(),
            reads: self.reads.iter().map(|access| access.lvalue).collect(),
            changes: self.changes().map(|access| access.lvalue).collect(),
        }
    }

    /// After a sequence point.
    fn completed(mut self) -> Uses<'e> {
        self.done.append(&mut self.pending);
        self
    }

    fn joined(mut self, mut other: Uses<'e>) -> Uses<'e> {
        self.reads.append(&mut other.reads);
        self.pending.append(&mut other.pending);
        self.done.append(&mut other.done);
        self.called.append(&mut other.called);
        self
    }

    /// Where it depends on something else whether it happens.
    fn possible(mut self) -> Uses<'e> {
        for uses in [&mut self.reads, &mut self.pending, &mut self.done] {
            uses.iter_mut()
                .for_each(|access| access.certainty = Certainty::Maybe);
        }
        self
    }
}

/// The variable that an expression is.
pub(crate) fn whole_variable(expr: &Expr) -> Option<VariableId> {
    match &expr.kind {
        ExprKind::Variable(variable) => Some(*variable),
        ExprKind::Cast(CastKind::NoOp | CastKind::Volatile, inner) => whole_variable(inner),
        _ => None,
    }
}
