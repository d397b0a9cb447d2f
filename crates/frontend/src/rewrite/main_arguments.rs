//! C11 5.1.2.2.1: `argv[argc]` is null.

use super::build::{At, int, intrinsic, precede};
use super::walk::{self, Visitor};
use crate::ast::{
    BinaryOp, CastKind, Expr, ExprKind, FunId, FunctionDecl, Statement, StatementKind, Type, Unit,
    VariableId,
};
use crate::library::MAIN_ARGUMENTS;

/// No program is called with so many arguments: no memory has room for them.
const MANY: i128 = 1 << 28;

/// Says how the arguments end at the beginning of `main`, if it is entered once and looks at them.
pub(super) fn rewrite(unit: &mut Unit) {
    let is_main = |function: &FunctionDecl| &*function.name == "main" && function.body.is_some();
    let Some(main) = unit.functions.iter().position(is_main) else {
        return;
    };
    let main = FunId(main as u32);
    let declared = unit.function(main);
    let [count, vector, ..] = declared.parameters[..] else {
        return;
    };
    let Type::Pointer(element) = unit.variable(vector).ty.clone() else {
        return;
    };
    if !matches!(*element, Type::Pointer(_)) || !matches!(unit.variable(count).ty, Type::Int(_)) {
        return;
    }
    let mut mentions = Mentions {
        main,
        vector,
        is_called: false,
        is_looked_at: false,
    };
    for number in 0..unit.functions.len() {
        walk::function(unit, FunId(number as u32), &mut mentions);
    }
    if mentions.is_called || !mentions.is_looked_at {
        return;
    }
    let at = At(unit.function(main).span);
    let condition = ends(at, unit, count, vector, &element);
    let (function, ty) = intrinsic(unit, MAIN_ARGUMENTS, Type::Void, vec![int()]);
    let callee = at.function(function, &ty);
    let statement = Statement {
        kind: StatementKind::Expression(at.call(callee, vec![condition], Type::Void)),
        span: at.0,
    };
    if let Some(body) = &mut unit.functions[main.0 as usize].body {
        precede(body, statement);
    }
}

/// `count < MANY && vector[count] == 0`
fn ends(at: At, unit: &Unit, count: VariableId, vector: VariableId, element: &Type) -> Expr {
    let read = |variable: VariableId| at.read(at.variable(variable, &unit.variable(variable).ty));
    let last = at.element_at(read(vector), read(count), element.clone());
    let null = at.cast(CastKind::NullToPointer, at.number(0), element.clone());
    let is_null = at.binary(BinaryOp::Equal, at.read(last), null, int());
    let many = at.cast(
        CastKind::IntegralCast,
        at.number(MANY),
        unit.variable(count).ty.clone(),
    );
    let are_few = at.binary(BinaryOp::Less, read(count), many, int());
    at.binary(BinaryOp::LogicalAnd, are_few, is_null, int())
}

/// Finds out what the program does with `main` and its arguments.
struct Mentions {
    main: FunId,
    vector: VariableId,
    is_called: bool,
    is_looked_at: bool,
}

impl Visitor for Mentions {
    fn expression(&mut self, expr: &mut Expr) {
        match expr.kind {
            ExprKind::Function(id) => self.is_called |= id == self.main,
            ExprKind::Variable(id) => self.is_looked_at |= id == self.vector,
            _ => {}
        }
    }
}
