//! Every expression of a unit, innermost first, to be changed in place.

use crate::ast::{
    BinaryOp, CastKind, Expr, ExprKind, FunId, Initialiser, Statement, StatementKind, Storage,
    Unit, VariableId,
};

/// Changes the expressions of a unit one by one.
pub(crate) trait Visitor {
    /// An expression whose parts are done already.
    fn expression(&mut self, expr: &mut Expr);

    /// A statement, before its parts are visited.
    fn statement(&mut self, _statement: &mut Statement) {}

    /// An expression that is part of no other, before it is visited.
    fn full_expression(&mut self, _expr: &mut Expr) {}

    /// Which parts of a call are visited.
    fn call(&self, _callee: &Expr) -> Parts {
        Parts::All
    }

    /// An expression whose value is not used, before it is visited.
    fn unused(&mut self, _expr: &mut Expr) {}
}

/// Parts of a call.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Parts {
    All,
    Arguments,
}

/// Visits the body of a function and the initialisers of the variables in it.
pub(crate) fn function(unit: &mut Unit, function: FunId, visitor: &mut impl Visitor) {
    let Some(mut body) = unit.functions[function.0 as usize].body.take() else {
        return;
    };
    let mut declared = Vec::new();
    statement(&mut body, visitor, &mut declared);
    unit.functions[function.0 as usize].body = Some(body);
    while let Some(id) = declared.pop() {
        // What lives forever is initialised elsewhere.
        if matches!(unit.variable(id).storage, Storage::StaticLocal(_)) {
            continue;
        }
        variable(unit, id, visitor, &mut declared);
    }
}

/// Visits the initialiser of a variable.
pub(crate) fn variable(
    unit: &mut Unit,
    id: VariableId,
    visitor: &mut impl Visitor,
    declared: &mut Vec<VariableId>,
) {
    if let Some(mut value) = unit.variables[id.0 as usize].initialiser.take() {
        full_expression(&mut value, visitor, declared);
        unit.variables[id.0 as usize].initialiser = Some(value);
    }
}

/// Visits the initialisers of the variables that exist all the time.
pub(crate) fn static_initialisers(unit: &mut Unit, visitor: &mut impl Visitor) {
    for number in 0..unit.variables.len() {
        let is_static = matches!(
            unit.variables[number].storage,
            Storage::Global | Storage::StaticLocal(_)
        );
        if is_static {
            variable(unit, VariableId(number as u32), visitor, &mut Vec::new());
        }
    }
}

/// Visits an initialiser that declares nothing.
pub(crate) fn initialiser(value: &mut Expr, visitor: &mut impl Visitor) {
    full_expression(value, visitor, &mut Vec::new());
}

fn statement(at: &mut Statement, visitor: &mut impl Visitor, declared: &mut Vec<VariableId>) {
    visitor.statement(at);
    match &mut at.kind {
        StatementKind::Compound(list) => {
            for each in list {
                statement(each, visitor, declared);
            }
        }
        StatementKind::Declare(variables) => declared.extend(variables.iter().copied()),
        StatementKind::Expression(value) => {
            visitor.unused(value);
            full_expression(value, visitor, declared);
        }
        StatementKind::If {
            condition,
            then,
            otherwise,
        } => {
            full_expression(condition, visitor, declared);
            statement(then, visitor, declared);
            if let Some(otherwise) = otherwise {
                statement(otherwise, visitor, declared);
            }
        }
        StatementKind::While { condition, body }
        | StatementKind::DoWhile { body, condition }
        | StatementKind::Switch { condition, body } => {
            full_expression(condition, visitor, declared);
            statement(body, visitor, declared);
        }
        StatementKind::For {
            initial,
            condition,
            step,
            body,
        } => {
            if let Some(initial) = initial {
                statement(initial, visitor, declared);
            }
            if let Some(condition) = condition {
                full_expression(condition, visitor, declared);
            }
            if let Some(step) = step {
                visitor.unused(step);
                full_expression(step, visitor, declared);
            }
            statement(body, visitor, declared);
        }
        StatementKind::Case(_, body)
        | StatementKind::Default(body)
        | StatementKind::Label(_, body) => statement(body, visitor, declared),
        StatementKind::Return(Some(value)) => full_expression(value, visitor, declared),
        StatementKind::Assembler {
            outputs, inputs, ..
        } => {
            for each in outputs.iter_mut().chain(inputs) {
                expression(each, visitor, declared);
            }
        }
        StatementKind::Empty
        | StatementKind::Break
        | StatementKind::Continue
        | StatementKind::Goto(_)
        | StatementKind::Return(None)
        | StatementKind::Unsupported(_) => {}
    }
}

fn full_expression(expr: &mut Expr, visitor: &mut impl Visitor, declared: &mut Vec<VariableId>) {
    visitor.full_expression(expr);
    expression(expr, visitor, declared);
}

fn expression(expr: &mut Expr, visitor: &mut impl Visitor, declared: &mut Vec<VariableId>) {
    match &mut expr.kind {
        ExprKind::Integer(_)
        | ExprKind::Floating(_)
        | ExprKind::String(_)
        | ExprKind::Variable(_)
        | ExprKind::Function(_)
        | ExprKind::ZeroInitialiser
        | ExprKind::SizeOf(_)
        | ExprKind::AlignOf(_)
        | ExprKind::Unsupported(_) => {}
        ExprKind::Cast(CastKind::ToVoid, operand) => {
            visitor.unused(operand);
            expression(operand, visitor, declared);
        }
        ExprKind::Unary(_, operand)
        | ExprKind::Cast(_, operand)
        | ExprKind::CompoundLiteral(operand)
        | ExprKind::Member { base: operand, .. } => expression(operand, visitor, declared),
        ExprKind::Binary(BinaryOp::Comma, left, right) => {
            visitor.unused(left);
            expression(left, visitor, declared);
            expression(right, visitor, declared);
        }
        ExprKind::Binary(_, left, right)
        | ExprKind::Assign {
            target: left,
            value: right,
            ..
        }
        | ExprKind::Index {
            base: left,
            index: right,
        } => {
            expression(left, visitor, declared);
            expression(right, visitor, declared);
        }
        ExprKind::Conditional {
            condition,
            then,
            otherwise,
        } => {
            expression(condition, visitor, declared);
            if let Some(then) = then {
                expression(then, visitor, declared);
            }
            expression(otherwise, visitor, declared);
        }
        ExprKind::Call { callee, arguments } => {
            if visitor.call(callee) == Parts::All {
                expression(callee, visitor, declared);
            }
            for argument in arguments {
                expression(argument, visitor, declared);
            }
        }
        ExprKind::Initialiser(initialiser) => match initialiser {
            Initialiser::Array(values) | Initialiser::Struct(values) => {
                for value in values {
                    expression(value, visitor, declared);
                }
            }
            Initialiser::Union(_, value) | Initialiser::Scalar(value) => {
                expression(value, visitor, declared);
            }
            Initialiser::Empty => {}
        },
        ExprKind::Statement(inner) => statement(inner, visitor, declared),
        ExprKind::Variadic { list, source, .. } => {
            expression(list, visitor, declared);
            if let Some(source) = source {
                expression(source, visitor, declared);
            }
        }
    }
    visitor.expression(expr);
}
