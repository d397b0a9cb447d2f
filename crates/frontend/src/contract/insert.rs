//! Puts clauses at the beginning of a function's body.

use super::entrance::entrance;
use super::{Bound, Clause, Count, Path, Step};
use crate::ast::{
    BinaryOp, CastKind, Expr, FunId, IntKind, Statement, StatementKind, Storage, Type, Unit, layout,
};
use crate::library::{OBJECT_SIZE, PRECONDITION, RANGE};
use crate::rewrite::build::{At, hidden_variable, int, integer, intrinsic, pointer, precede};
use invar_cfa::DataModel;

/// No object has more bytes (the ledger's `allocation`).
pub(crate) const MAX_OBJECT: u64 = (1 << 31) - 1;

/// An unsigned integer that holds every size.
fn wide() -> Type {
    integer("unsigned long long", 64)
}

/// A number of that type.
fn number(value: u64) -> Expr {
    AT.cast(CastKind::IntegralCast, AT.number(value.into()), wide())
}

/// Puts clauses before the body of a function, as assumptions about calls from outside, and returns the function to start
/// with. A clause that does not fit the function's parameters is left out.
pub fn insert(unit: &mut Unit, model: DataModel, function: FunId, clauses: &[Clause]) -> FunId {
    let function = entrance(unit, function);
    let inserter = Inserter { model, function };
    let mut statements = Vec::new();
    for clause in clauses {
        statements.extend(inserter.statements(unit, clause).unwrap_or_default());
    }
    let body = &mut unit.functions[function.0 as usize].body;
    if let Some(body) = body {
        for statement in statements.into_iter().rev() {
            precede(body, statement);
        }
    }
    function
}

/// Makes a function reach an error at once.
pub fn replace_by_error(unit: &mut Unit, function: FunId) {
    let (error, ty) = intrinsic(unit, "reach_error", Type::Void, Vec::new());
    let call = AT.call(AT.function(error, &ty), Vec::new(), Type::Void);
    unit.functions[function.0 as usize].body = Some(Statement {
        kind: StatementKind::Compound(vec![statement(call)]),
        span: None,
    });
}

struct Inserter {
    model: DataModel,
    function: FunId,
}

pub(super) const AT: At = At(None);

impl Inserter {
    fn statements(&self, unit: &mut Unit, clause: &Clause) -> Option<Vec<Statement>> {
        match clause {
            Clause::NotNull(path) => {
                let value = self.value(unit, path)?;
                let condition = is_set(value);
                let condition = self.guarded(unit, path, condition, AT.number(1))?;
                Some(vec![assumed(unit, PRECONDITION, condition)])
            }
            Clause::NotNegative(path) => self.compared(unit, path, BinaryOp::GreaterEqual),
            Clause::NotZero(path) => self.compared(unit, path, BinaryOp::NotEqual),
            Clause::Less { value, limit } => {
                let first = self.amount(unit, value)?;
                let limit = match limit {
                    Bound::Fixed(limit) => number(*limit),
                    Bound::Value(path) => self.amount(unit, path)?,
                };
                let condition = AT.binary(BinaryOp::Less, first, limit, int());
                let condition = self.guarded(unit, value, condition, AT.number(1))?;
                let mut statements = self.compared(unit, value, BinaryOp::GreaterEqual)?;
                statements.push(assumed(unit, PRECONDITION, condition));
                Some(statements)
            }
            Clause::Elements { pointer, count } => self.elements(unit, pointer, count),
            Clause::String(path) => self.string(unit, path),
        }
    }

    /// An integer, compared with zero.
    fn compared(&self, unit: &mut Unit, path: &Path, op: BinaryOp) -> Option<Vec<Statement>> {
        let value = self.value(unit, path)?;
        counts(&value.ty)?;
        let zero = AT.cast(CastKind::IntegralCast, AT.number(0), value.ty.clone());
        let condition = AT.binary(op, value, zero, int());
        let condition = self.guarded(unit, path, condition, AT.number(1))?;
        Some(vec![assumed(unit, PRECONDITION, condition)])
    }

    /// How many an integer says: none if it is negative, or not there.
    fn amount(&self, unit: &Unit, path: &Path) -> Option<Expr> {
        let value = self.value(unit, path)?;
        counts(&value.ty)?;
        let zero = AT.cast(CastKind::IntegralCast, AT.number(0), value.ty.clone());
        let some = AT.binary(BinaryOp::Greater, value.clone(), zero, int());
        let amount = AT.cast(CastKind::IntegralCast, value, wide());
        let amount = AT.choice(some, amount, number(0));
        self.guarded(unit, path, amount, number(0))
    }

    /// The memory of some elements can be accessed, and they fit into one object.
    fn elements(&self, unit: &mut Unit, path: &Path, count: &Count) -> Option<Vec<Statement>> {
        let first = self.value(unit, path)?;
        let size = self.element_size(unit, &first.ty)?;
        let mut statements = Vec::new();
        let bytes = match count {
            Count::Fixed(count) => number(size.checked_mul(*count).filter(|b| *b <= MAX_OBJECT)?),
            Count::Value(count) => {
                let limit = number(MAX_OBJECT / size);
                let elements = self.amount(unit, count)?;
                let fits = AT.binary(BinaryOp::LessEqual, elements.clone(), limit, int());
                let absent = AT.binary(
                    BinaryOp::Equal,
                    is_set(self.value(unit, path)?),
                    AT.number(0),
                    int(),
                );
                let fits = AT.binary(BinaryOp::LogicalOr, absent, fits, int());
                let fits = self.guarded(unit, path, fits, AT.number(1))?;
                statements.push(assumed(unit, OBJECT_SIZE, fits));
                AT.binary(BinaryOp::Mul, elements, number(size), wide())
            }
        };
        statements.push(self.range(unit, path, first, bytes)?);
        Some(statements)
    }

    /// A zero follows, and the characters before it can be accessed.
    fn string(&self, unit: &mut Unit, path: &Path) -> Option<Vec<Statement>> {
        let first = self.value(unit, path)?;
        let Type::Pointer(character) = first.ty.clone() else {
            return None;
        };
        let storage = Storage::Local(self.function);
        let variable = hidden_variable(unit, "string length", wide(), storage, None);
        let length = || AT.read(AT.variable(variable, &wide()));
        let fits = AT.binary(BinaryOp::Less, length(), number(MAX_OBJECT), int());
        let bytes = AT.binary(BinaryOp::Add, length(), number(1), wide());
        let range = self.range(unit, path, first.clone(), bytes)?;
        let last = AT.element_at(first.clone(), length(), (*character).clone());
        let last = AT.cast(CastKind::IntegralCast, AT.read(last), int());
        let ends = AT.binary(BinaryOp::Equal, last, AT.number(0), int());
        let ends = AT.choice(is_set(first), ends, AT.number(1));
        let ends = self.guarded(unit, path, ends, AT.number(1))?;
        Some(vec![
            Statement {
                kind: StatementKind::Declare(vec![variable]),
                span: None,
            },
            assumed(unit, OBJECT_SIZE, fits),
            range,
            assumed(unit, PRECONDITION, ends),
        ])
    }

    fn range(&self, unit: &mut Unit, path: &Path, first: Expr, bytes: Expr) -> Option<Statement> {
        let void = pointer(Type::Void);
        let first = AT.cast(CastKind::BitCast, first, void.clone());
        let null = AT.cast(CastKind::NullToPointer, AT.number(0), void.clone());
        let first = self.guarded(unit, path, first, null)?;
        let (range, ty) = intrinsic(unit, RANGE, Type::Void, vec![void, wide()]);
        let call = AT.call(AT.function(range, &ty), vec![first, bytes], Type::Void);
        Some(statement(call))
    }

    /// An expression that reads what a path leads to, where every pointer on the way is set.
    fn guarded(&self, unit: &Unit, path: &Path, then: Expr, otherwise: Expr) -> Option<Expr> {
        let mut expr = then;
        for length in (0..path.steps.len()).rev() {
            if let Step::Inner(_) = path.steps[length] {
                continue;
            }
            let prefix = Path {
                parameter: path.parameter,
                steps: path.steps[..length].to_vec(),
            };
            let set = is_set(self.value(unit, &prefix)?);
            expr = AT.choice(set, expr, otherwise.clone());
        }
        Some(expr)
    }

    /// The value that a path leads to.
    fn value(&self, unit: &Unit, path: &Path) -> Option<Expr> {
        let parameters = &unit.function(self.function).parameters;
        let parameter = *parameters.get(path.parameter as usize)?;
        let mut place = AT.variable(parameter, &unit.variable(parameter).ty);
        for step in &path.steps {
            place = match step {
                Step::Inner(field) => member(unit, place, *field)?,
                Step::Target => self.target(place)?,
                Step::Member(field) => member(unit, self.target(place)?, *field)?,
            };
        }
        Some(AT.read(place))
    }

    /// The object that a pointer points to.
    fn target(&self, pointer: Expr) -> Option<Expr> {
        let Type::Pointer(target) = pointer.ty.clone() else {
            return None;
        };
        Some(AT.dereference(AT.read(pointer), (*target).clone()))
    }

    fn element_size(&self, unit: &Unit, ty: &Type) -> Option<u64> {
        match ty {
            Type::Pointer(target) if **target == Type::Void => Some(1),
            Type::Pointer(target) => layout::size_of(unit, self.model, target).filter(|s| *s > 0),
            _ => None,
        }
    }
}

/// A member of a struct.
fn member(unit: &Unit, object: Expr, field: u32) -> Option<Expr> {
    let Type::Record(record) = object.ty else {
        return None;
    };
    let fields = unit.record(record).fields.as_ref()?;
    let ty = fields.get(field as usize)?.ty.clone();
    Some(AT.member(object, record, field, ty))
}

/// Whether a pointer is not null.
fn is_set(pointer: Expr) -> Expr {
    let null = AT.cast(CastKind::NullToPointer, AT.number(0), pointer.ty.clone());
    AT.binary(BinaryOp::NotEqual, pointer, null, int())
}

fn assumed(unit: &mut Unit, meaning: &str, condition: Expr) -> Statement {
    let (function, ty) = intrinsic(unit, meaning, Type::Void, vec![int()]);
    statement(AT.call(AT.function(function, &ty), vec![condition], Type::Void))
}

fn statement(expr: Expr) -> Statement {
    Statement {
        kind: StatementKind::Expression(expr),
        span: None,
    }
}

/// Whether a type is an integer that can count.
pub(super) fn counts(ty: &Type) -> Option<IntKind> {
    match ty {
        Type::Int(kind) if kind.width <= 64 => Some(*kind),
        _ => None,
    }
}
