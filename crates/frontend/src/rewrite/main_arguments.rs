//! C11 5.1.2.2.1: `argv[argc]` is null, and the elements before it are not.

use super::build::{At, Locals, int, integer, intrinsic, precede};
use super::walk::{self, Visitor};
use crate::ast::{
    BinaryOp, CastKind, Expr, ExprKind, FunId, FunctionDecl, FunctionType, Statement,
    StatementKind, Type, Unit, VariableId,
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
    let mut mentions = Mentions::new(main, count, vector);
    for number in 0..unit.functions.len() {
        walk::function(unit, FunId(number as u32), &mut mentions);
    }
    if mentions.is_called || mentions.vector.all == 0 {
        return;
    }
    let (function, ty) = intrinsic(unit, MAIN_ARGUMENTS, Type::Void, vec![int()]);
    // Nothing can change them where they are only read, one by one.
    if mentions.vector.are_reads() && mentions.count.are_reads() {
        let mut reads = Reads {
            count,
            vector,
            count_type: unit.variable(count).ty.clone(),
            function: (function, ty.clone()),
            locals: Locals::new(unit, main),
        };
        walk::function(unit, main, &mut reads);
        reads.locals.declare(unit);
    }
    let at = At(unit.function(main).span);
    let condition = ends(at, unit, count, vector, &element);
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
    is_called: bool,
    count: Uses,
    vector: Uses,
}

/// The mentions of a variable, and how many of them only read it, or an element after it.
struct Uses {
    variable: VariableId,
    all: usize,
    reads: usize,
}

impl Uses {
    fn of(variable: VariableId) -> Uses {
        Uses {
            variable,
            all: 0,
            reads: 0,
        }
    }

    fn are_reads(&self) -> bool {
        self.all == self.reads
    }
}

impl Mentions {
    fn new(main: FunId, count: VariableId, vector: VariableId) -> Mentions {
        Mentions {
            main,
            is_called: false,
            count: Uses::of(count),
            vector: Uses::of(vector),
        }
    }
}

impl Visitor for Mentions {
    fn expression(&mut self, expr: &mut Expr) {
        if is_read_of(expr, self.count.variable) {
            self.count.reads += 1;
        }
        if element_read(expr, self.vector.variable).is_some() {
            self.vector.reads += 1;
        }
        match expr.kind {
            ExprKind::Function(id) => self.is_called |= id == self.main,
            ExprKind::Variable(id) => {
                self.count.all += usize::from(id == self.count.variable);
                self.vector.all += usize::from(id == self.vector.variable);
            }
            _ => {}
        }
    }
}

fn is_read_of(expr: &Expr, variable: VariableId) -> bool {
    match &expr.kind {
        ExprKind::Cast(CastKind::LValueToRValue, place) => {
            matches!(place.kind, ExprKind::Variable(id) if id == variable)
        }
        _ => false,
    }
}

/// The index in `vector[index]`, where that is read.
fn element_read(expr: &Expr, vector: VariableId) -> Option<&Expr> {
    let ExprKind::Cast(CastKind::LValueToRValue, place) = &expr.kind else {
        return None;
    };
    match &place.kind {
        ExprKind::Index { base, index } if is_read_of(base, vector) => Some(index),
        _ => None,
    }
}

/// Says of every argument that is read that it is not null.
struct Reads {
    count: VariableId,
    vector: VariableId,
    count_type: Type,
    function: (FunId, FunctionType),
    locals: Locals,
}

impl Visitor for Reads {
    /// `vector[index]` as `(i = index, p = vector[i], say(i < 0 || i >= count || p != 0), p)`
    fn expression(&mut self, expr: &mut Expr) {
        let Some(index) = element_read(expr, self.vector).cloned() else {
            return;
        };
        let Type::Int(kind) = index.ty else {
            return;
        };
        let at = At(expr.span);
        let i = self.locals.variable(at, "$index", &index.ty);
        let p = self.locals.variable(at, "$argument", &expr.ty);
        let mut element = expr.clone();
        if let ExprKind::Cast(_, place) = &mut element.kind
            && let ExprKind::Index { index, .. } = &mut place.kind
        {
            **index = at.read(i.clone());
        }
        let wide = integer("__int128", 128);
        let as_wide = |value: Expr| at.cast(CastKind::IntegralCast, value, wide.clone());
        let at_i = as_wide(at.read(i.clone()));
        let zero = as_wide(at.number(0));
        let number = as_wide(at.read(at.variable(self.count, &self.count_type)));
        let before = at.binary(BinaryOp::Less, at_i.clone(), zero, int());
        let after = at.binary(BinaryOp::GreaterEqual, at_i, number, int());
        let null = at.cast(CastKind::NullToPointer, at.number(0), expr.ty.clone());
        let there = at.binary(BinaryOp::NotEqual, at.read(p.clone()), null, int());
        let outside = if kind.signed {
            at.binary(BinaryOp::LogicalOr, before, after, int())
        } else {
            after
        };
        let holds = at.binary(BinaryOp::LogicalOr, outside, there, int());
        let callee = at.function(self.function.0, &self.function.1);
        let said = at.call(callee, vec![holds], Type::Void);
        let value = at.sequence(said, at.read(p.clone()));
        let value = at.sequence(at.assign(p, element), value);
        *expr = at.sequence(at.assign(i, index), value);
    }
}
