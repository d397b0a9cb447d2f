//! How a function, and what it calls, uses what callers give it: the pointers that it follows, and the integers that decide
//! how far.
//!
//! The walk follows the text and no order of execution. It only proposes: a wrong guess costs time, never a verdict.

use super::reach::largest;
use super::{Path, Step};
use crate::ast::{
    AssignOp, BinaryOp, CastKind, Expr, ExprKind, FunId, Statement, StatementKind, Type, UnaryOp,
    Unit, VariableId,
};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// The depth to which calls are followed.
const MAX_DEPTH: usize = 5;
/// Longer paths are not looked at.
const MAX_STEPS: usize = 3;
/// The largest number of paths that a variable may hold.
const MAX_ORIGINS: usize = 4;

/// What a function does with its parameters and with what they lead to.
#[derive(Default)]
pub(super) struct Usage {
    /// Pointers that are followed, with the number of elements that constant positions need.
    pub accessed: BTreeMap<Path, u64>,
    /// Pointers that are followed at computed positions.
    pub indexed: BTreeSet<Path>,
    /// Pointers with the number of elements that computed positions seem to need.
    pub reached: BTreeMap<Path, u64>,
    /// Pointers with the integers that are positions in what they point to.
    pub positions: BTreeSet<(Path, Path)>,
    /// Integers that are not negative and less than a constant: amounts of shifts, positions in arrays.
    pub limits: BTreeMap<Path, u64>,
    /// Divisors.
    pub divisors: BTreeSet<Path>,
    /// Integers that are compared, or given to a function beside a pointer.
    pub counts: BTreeSet<Path>,
    /// Pointers to functions that are called.
    pub called: BTreeSet<Path>,
}

/// The paths whose values variables may hold.
type Origins = FxHashMap<VariableId, Vec<Path>>;

/// How a function uses what it is given.
pub(super) fn usage(unit: &Unit, function: FunId) -> Usage {
    let mut finder = Finder {
        unit,
        usage: Usage::default(),
        callers: Vec::new(),
    };
    let parameters = unit.function(function).parameters.iter().enumerate();
    let origins = parameters
        .map(|(i, id)| (*id, vec![Path::parameter(i as u32)]))
        .collect();
    finder.function(function, origins);
    finder.usage
}

struct Finder<'u> {
    unit: &'u Unit,
    usage: Usage,
    callers: Vec<FunId>,
}

/// One function with the paths that its variables may hold.
struct Frame<'f, 'u> {
    finder: &'f mut Finder<'u>,
    origins: Origins,
}

impl<'u> Finder<'u> {
    fn function(&mut self, function: FunId, origins: Origins) {
        let Some(body) = &self.unit.function(function).body else {
            return;
        };
        if self.callers.len() >= MAX_DEPTH || self.callers.contains(&function) {
            return;
        }
        self.callers.push(function);
        let mut frame = Frame {
            finder: self,
            origins,
        };
        // An assignment may depend on one that follows in the text.
        for _ in 0..2 {
            frame.assignments(body);
        }
        frame.statement(body);
        self.callers.pop();
    }
}

impl<'u> Frame<'_, 'u> {
    fn initialisers(&self, statement: &'u Statement) -> Vec<(VariableId, &'u Expr)> {
        let unit = self.finder.unit;
        match &statement.kind {
            StatementKind::Declare(declared) => declared
                .iter()
                .filter_map(|id| Some((*id, unit.variable(*id).initialiser.as_ref()?)))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// Finds the paths that variables may hold.
    fn assignments(&mut self, statement: &'u Statement) {
        for (variable, value) in self.initialisers(statement) {
            self.set(variable, value);
            self.assignments_in(value);
        }
        for expr in statement.kind.expressions() {
            self.assignments_in(expr);
        }
        for inner in statement.kind.statements() {
            self.assignments(inner);
        }
    }

    fn assignments_in(&mut self, expr: &'u Expr) {
        match &expr.kind {
            ExprKind::Assign { target, value, .. } => {
                if let ExprKind::Variable(variable) = &target.kind {
                    self.set(*variable, value);
                }
            }
            ExprKind::Statement(statement) => self.assignments(statement),
            _ => {}
        }
        for part in expr.parts() {
            self.assignments_in(part);
        }
    }

    fn set(&mut self, variable: VariableId, value: &Expr) {
        let paths = self.values(value);
        let known = self.origins.entry(variable).or_default();
        for path in paths {
            if known.len() < MAX_ORIGINS && !known.contains(&path) {
                known.push(path);
            }
        }
    }

    fn statement(&mut self, statement: &'u Statement) {
        for (_, value) in self.initialisers(statement) {
            self.expression(value);
        }
        for expr in statement.kind.expressions() {
            self.expression(expr);
        }
        for inner in statement.kind.statements() {
            self.statement(inner);
        }
    }

    fn expression(&mut self, expr: &'u Expr) {
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Dereference, pointer) => self.follow(pointer),
            ExprKind::Index { base, index } => {
                if base.is_pointer() {
                    self.element(base, index)
                } else {
                    self.element(index, base)
                }
            }
            ExprKind::Binary(op, left, right) => self.operator(*op, (left, &left.ty), right),
            ExprKind::Assign {
                op: AssignOp::Compound { op, left, .. },
                target,
                value,
            } => self.operator(*op, (target, left), value),
            ExprKind::Call { callee, arguments } => self.call(callee, arguments),
            ExprKind::Statement(statement) => self.statement(statement),
            _ => {}
        }
        for part in expr.parts() {
            self.expression(part);
        }
    }

    /// `*pointer`, which may be written as an element.
    fn follow(&mut self, pointer: &'u Expr) {
        match &pointer.kind {
            ExprKind::Binary(BinaryOp::Add, base, index) if base.is_pointer() => {
                self.element(base, index);
            }
            ExprKind::Binary(BinaryOp::Add, index, base) if base.is_pointer() => {
                self.element(base, index);
            }
            _ => {
                let moves = matches!(
                    pointer.kind,
                    ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Conditional { .. }
                ) || self.is_moved(pointer);
                for path in self.values(pointer) {
                    self.access(path, if moves { None } else { Some(0) });
                }
            }
        }
    }

    /// Whether a pointer is a variable that the function changes.
    fn is_moved(&self, pointer: &Expr) -> bool {
        let ExprKind::Cast(CastKind::LValueToRValue, place) = &pointer.kind else {
            return false;
        };
        let ExprKind::Variable(variable) = place.kind else {
            return false;
        };
        let function = self.finder.callers.last();
        let body = function.and_then(|f| self.finder.unit.function(*f).body.as_ref());
        body.is_some_and(|body| steps_through(body, variable))
    }

    fn element(&mut self, base: &Expr, index: &Expr) {
        if let Some(length) = fixed_length(base) {
            for (path, added) in self.exact(index) {
                self.limit(path, length, added);
            }
            return;
        }
        let position = constant(index).and_then(|value| u64::try_from(value).ok());
        let function = self.finder.callers.last();
        let body = function.and_then(|f| self.finder.unit.function(*f).body.as_ref());
        let reach = body.and_then(|body| largest(self.finder.unit, body, index));
        for path in self.values(base) {
            if let (None, Some(reach)) = (position, reach) {
                let elements = self.finder.usage.reached.entry(path.clone()).or_default();
                *elements = (*elements).max(reach + 1);
            }
            for (integer, _) in self.exact(index) {
                let pair = (path.clone(), integer);
                self.finder.usage.positions.insert(pair);
            }
            self.access(path, position);
        }
    }

    fn access(&mut self, path: Path, position: Option<u64>) {
        let usage = &mut self.finder.usage;
        match position {
            Some(position) => {
                let elements = usage.accessed.entry(path).or_default();
                *elements = (*elements).max(position.saturating_add(1));
            }
            None => {
                usage.accessed.entry(path.clone()).or_default();
                usage.indexed.insert(path);
            }
        }
    }

    /// The value of a path, with something added, is less than a limit.
    fn limit(&mut self, path: Path, limit: u64, added: i64) {
        let limit = limit.saturating_add_signed(added.saturating_neg());
        let known = self.finder.usage.limits.entry(path).or_insert(limit);
        *known = (*known).min(limit);
    }

    fn operator(&mut self, op: BinaryOp, (left, computed): (&Expr, &Type), right: &Expr) {
        match op {
            BinaryOp::Shl | BinaryOp::Shr => {
                let Type::Int(kind) = computed else {
                    return;
                };
                // Bits of a signed number stay below its sign.
                let taken = match (op, kind.signed, constant(left)) {
                    (BinaryOp::Shl, true, Some(value)) => 128 - value.leading_zeros(),
                    (BinaryOp::Shl, true, None) => 1,
                    _ => 0,
                };
                let width = u64::from(kind.width.saturating_sub(taken));
                for (path, added) in self.exact(right) {
                    self.limit(path, width, added);
                }
            }
            BinaryOp::Div | BinaryOp::Rem => {
                for (path, _) in self.exact(right) {
                    self.finder.usage.divisors.insert(path);
                }
            }
            _ if op.is_comparison() => {
                for side in [left, right] {
                    let paths = self.exact(side).into_iter().map(|(path, _)| path);
                    self.finder.usage.counts.extend(paths);
                }
            }
            _ => {}
        }
    }

    fn call(&mut self, callee: &'u Expr, arguments: &'u [Expr]) {
        let unit = self.finder.unit;
        let ExprKind::Cast(CastKind::FunctionToPointer, function) = &callee.kind else {
            let paths = self.values(callee);
            self.finder.usage.called.extend(paths);
            return;
        };
        let ExprKind::Function(function) = function.kind else {
            return;
        };
        let declared = unit.function(function);
        let values: Vec<Vec<Path>> = arguments.iter().map(|a| self.values(a)).collect();
        if declared.body.is_none() {
            // What copies memory takes a pointer and a size.
            for (argument, paths) in arguments.iter().zip(values) {
                for path in paths {
                    if argument.is_pointer() {
                        self.access(path, None);
                    } else {
                        self.finder.usage.counts.insert(path);
                    }
                }
            }
            return;
        }
        let parameters = declared.parameters.iter().copied();
        self.finder
            .function(function, parameters.zip(values).collect());
    }

    /// The paths that a value is, or that it was made from by moving a pointer.
    fn values(&self, expr: &Expr) -> Vec<Path> {
        match &expr.kind {
            ExprKind::Cast(CastKind::LValueToRValue, place) => self.places(place),
            ExprKind::Cast(
                CastKind::NoOp
                | CastKind::BitCast
                | CastKind::IntegralCast
                | CastKind::WrittenIntegralCast,
                inner,
            ) => self.values(inner),
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, left, right) if expr.is_pointer() => {
                if left.is_pointer() {
                    self.values(left)
                } else {
                    self.values(right)
                }
            }
            ExprKind::Binary(BinaryOp::Comma, _, right) => self.values(right),
            ExprKind::Assign { value, .. } if expr.is_pointer() => self.values(value),
            ExprKind::Conditional {
                then, otherwise, ..
            } => {
                let mut paths = self.values(otherwise);
                paths.extend(then.iter().flat_map(|then| self.values(then)));
                paths
            }
            ExprKind::Unary(op, place) if op.changes_operand() && expr.is_pointer() => {
                self.places(place)
            }
            _ => Vec::new(),
        }
    }

    /// The paths whose value an object holds at first.
    fn places(&self, place: &Expr) -> Vec<Path> {
        let (pointers, step): (Vec<Path>, Step) = match &place.kind {
            ExprKind::Variable(variable) => {
                return self.origins.get(variable).cloned().unwrap_or_default();
            }
            ExprKind::Unary(UnaryOp::Dereference, pointer) => (self.values(pointer), Step::Target),
            ExprKind::Member { base, field, .. } => match &base.kind {
                ExprKind::Unary(UnaryOp::Dereference, pointer) => {
                    (self.values(pointer), Step::Member(*field))
                }
                _ => (self.places(base), Step::Inner(*field)),
            },
            ExprKind::Cast(CastKind::NoOp | CastKind::Volatile, inner) => {
                return self.places(inner);
            }
            _ => return Vec::new(),
        };
        let longer = pointers.iter().filter(|path| path.steps.len() < MAX_STEPS);
        longer.map(|path| path.then(step)).collect()
    }

    /// The paths whose value an integer is, with what is added to it.
    fn exact(&self, expr: &Expr) -> Vec<(Path, i64)> {
        if expr.is_pointer() {
            return Vec::new();
        }
        match &expr.kind {
            ExprKind::Cast(CastKind::IntegralCast | CastKind::WrittenIntegralCast, inner) => {
                self.exact(inner)
            }
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), left, right) => {
                let Some(added) = constant(right).and_then(|value| i32::try_from(value).ok())
                else {
                    return Vec::new();
                };
                let added = match op {
                    BinaryOp::Sub => -i64::from(added),
                    _ => i64::from(added),
                };
                let paths = self.exact(left).into_iter();
                paths.map(|(path, known)| (path, known + added)).collect()
            }
            _ => {
                let paths = self.values(expr).into_iter();
                paths.map(|path| (path, 0)).collect()
            }
        }
    }
}

/// Whether a pointer variable is moved step by step.
fn steps_through(statement: &Statement, variable: VariableId) -> bool {
    fn moves(expr: &Expr, variable: VariableId) -> bool {
        let here = expr.changed().is_some_and(
            |target| matches!(&target.kind, ExprKind::Variable(changed) if *changed == variable),
        );
        let inside = match &expr.kind {
            ExprKind::Statement(statement) => steps_through(statement, variable),
            _ => false,
        };
        here || inside || expr.parts().into_iter().any(|part| moves(part, variable))
    }
    let kind = &statement.kind;
    kind.expressions()
        .into_iter()
        .any(|expr| moves(expr, variable))
        || kind
            .statements()
            .into_iter()
            .any(|inner| steps_through(inner, variable))
}

/// The elements of the array that an expression decays from.
fn fixed_length(base: &Expr) -> Option<u64> {
    match &base.kind {
        ExprKind::Cast(CastKind::ArrayToPointer, array) => match &array.ty {
            // A last member of one element, or of none, may be longer.
            Type::Array(_, length) => length.filter(|length| *length > 1),
            _ => None,
        },
        _ => None,
    }
}

pub(super) fn constant(expr: &Expr) -> Option<i128> {
    match &expr.kind {
        ExprKind::Integer(value) => Some(*value),
        ExprKind::Cast(CastKind::IntegralCast | CastKind::WrittenIntegralCast, inner) => {
            constant(inner)
        }
        _ => None,
    }
}
