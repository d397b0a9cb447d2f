//! Memory that is forgotten ([`MemoryReading::Forgotten`]): every read gives any value, writes and checks of accesses
//! do nothing, and of a pointer only whether it is null matters, and which function it is.
//!
//! The program that results has every execution of the one that follows memory, and more: no access ends an execution,
//! and no gap of the analysis of pointers is left, since nothing depends on what the analysis says. A proof about it is
//! one about the program; a violation is none. Large programs whose state is in plain variables are proved this way.

use crate::ast::{
    BinaryOp, Expr, ExprKind, FunId, FunctionDecl, FunctionType, MemoryReading, RecordId, Storage,
    Type, Unit, VariableId,
};
use crate::lower::body::{Body, Lowered};
use crate::lower::operator::Operand;
use crate::lower::place::{Place, Value};
use crate::lower::shape::Scalar;
use invar_cfa::{HavocOrigin, Operation, Span};
use invar_term::TermId;

impl Body<'_, '_> {
    pub(in crate::lower) fn forgets_memory(&self) -> bool {
        self.lowering.unit.memory == MemoryReading::Forgotten
    }

    /// Any value of a scalar type, as a plain variable would keep it.
    pub(in crate::lower) fn any_scalar(&mut self, scalar: Scalar, span: Option<Span>) -> TermId {
        let target = self.temporary(scalar);
        let origin = HavocOrigin::Uninitialised;
        self.emit(Operation::Havoc { target, origin }, span);
        self.symbol(target)
    }

    /// The address of an object that is made: not null.
    pub(super) fn any_object(&mut self, span: Option<Span>) -> TermId {
        let any = self.any_scalar(self.pointer_scalar(), span);
        let t = &self.terms;
        let null = t.bv(t.width(any), 0);
        t.ite(t.eq(any, null), t.bv(t.width(any), 1), any)
    }

    /// A pointer as a number, or a number as a pointer: null and zero belong together, everything else is arbitrary.
    pub(in crate::lower) fn forgotten_address(
        &mut self,
        value: TermId,
        to: Scalar,
        span: Option<Span>,
    ) -> TermId {
        let any = self.any_scalar(to.in_full(), span);
        let t = &self.terms;
        let is_zero = t.eq(value, t.bv(t.width(value), 0));
        t.ite(is_zero, t.bv(t.width(any), 0), any)
    }

    /// Formatted input and output, whose formats are not known: the arguments are evaluated, the result and the error
    /// number are arbitrary. Such functions call no other function.
    pub(in crate::lower) fn call_forgotten(
        &mut self,
        declared: &FunctionDecl,
        arguments: &[Expr],
        expr: &Expr,
    ) -> Lowered<Value> {
        for argument in arguments {
            self.effects(argument)?;
        }
        let origin = HavocOrigin::External(declared.name.clone());
        self.havoc_model_state(&origin, expr.span);
        self.any_value(expr, origin)
    }

    /// The functions that a call through a pointer may reach: those that the analysis of pointers names, and all others
    /// whose address is taken and whose type may be that of the call. A call through another type is undefined.
    pub(in crate::lower) fn forgotten_targets(&self, callee: &Expr) -> Vec<FunId> {
        let (unit, points_to) = (self.lowering.unit, &self.lowering.points_to);
        let named = points_to.targets(callee);
        let mut targets = points_to.all_targets(callee);
        if let Some(called) = callee.callee_type() {
            targets.retain(|target| {
                named.contains(target) || may_be_called_as(unit, &unit.function(*target).ty, called)
            });
        }
        targets
    }

    /// Calls a function with arbitrary arguments for an arbitrary result.
    pub(in crate::lower) fn call_with_anything(
        &mut self,
        function: FunId,
        result: &Place,
        span: Option<Span>,
    ) -> Lowered<()> {
        let unit = self.lowering.unit;
        let mut terms = Vec::new();
        for parameter in &unit.function(function).parameters {
            let stand_in = Expr {
                kind: ExprKind::ZeroInitialiser,
                ty: unit.variable(*parameter).ty.clone(),
                span,
            };
            let any = self.any_value(&stand_in, HavocOrigin::Uninitialised)?;
            terms.extend(any.leaves);
        }
        self.enter(function, terms, span);
        match result.shape().leaf_count() {
            0 => Ok(()),
            _ => self.forget_place(result, span),
        }
    }

    /// Whether a function is formatted input or output that a model describes.
    pub(in crate::lower) fn is_formatted(&self, declared: &FunctionDecl) -> bool {
        let body = declared.body.as_ref();
        declared.ty.variadic && body.is_some_and(|body| self.is_of_a_model(body.span))
    }

    /// What models keep between calls is arbitrary.
    fn havoc_model_state(&mut self, origin: &HavocOrigin, span: Option<Span>) {
        let unit = self.lowering.unit;
        for (number, variable) in unit.variables.iter().enumerate() {
            let id = VariableId(number as u32);
            let is_state = matches!(variable.storage, Storage::Global | Storage::StaticLocal(_))
                && self.is_of_a_model(variable.span);
            if is_state && !self.lowering.points_to.in_memory(id) {
                let storage = self.storage(id);
                self.havoc_all(&storage, origin, span);
            }
        }
    }

    /// Two addresses that compare as those of two pointers may; with null they compare as they are.
    pub(in crate::lower) fn compared_addresses(
        &mut self,
        op: BinaryOp,
        (a, left): Operand,
        (b, right): Operand,
    ) -> (TermId, TermId) {
        let t = self.terms.clone();
        let is_null = |value: TermId| t.as_bv(value).is_some_and(|value| value.is_zero());
        let equality = matches!(op, BinaryOp::Equal | BinaryOp::NotEqual);
        if equality && (is_null(a) || is_null(b)) {
            return (a, b);
        }
        (
            self.any_scalar(left.in_full(), None),
            self.any_scalar(right.in_full(), None),
        )
    }
}

/// Whether types of functions may be compatible. Pointers to `void`, to characters and to pointers fit everything.
fn may_be_called_as(unit: &Unit, function: &FunctionType, called: &FunctionType) -> bool {
    let is_void = |ty: &Type| *ty == Type::Void;
    let results = is_void(&function.result)
        || is_void(&called.result)
        || may_be_compatible(unit, &function.result, &called.result);
    let is_open = function.without_prototype
        || called.without_prototype
        || function.variadic
        || called.variadic;
    let mut parameters = function.parameters.iter().zip(&called.parameters);
    let are_as_many = function.parameters.len() == called.parameters.len();
    results && (is_open || are_as_many && parameters.all(|(a, b)| may_be_compatible(unit, a, b)))
}

fn may_be_compatible(unit: &Unit, a: &Type, b: &Type) -> bool {
    let width = |ty: &Type| match ty {
        Type::Int(kind) => Some(kind.width),
        Type::Enum(id) => unit.enums.get(id.0 as usize).map(|kind| kind.width),
        _ => None,
    };
    let is_open = |ty: &Type| {
        matches!(
            ty,
            Type::Void | Type::Pointer(_) | Type::Function(_) | Type::Array(..) | Type::Other(_)
        ) || width(ty) == Some(8)
    };
    match (a, b) {
        (Type::Pointer(a), Type::Pointer(b)) => {
            is_open(a) || is_open(b) || may_be_compatible(unit, a, b)
        }
        (Type::Record(a), Type::Record(b)) => {
            let tag = |id: &RecordId| &unit.records[id.0 as usize].tag;
            a == b || tag(a) == tag(b)
        }
        _ => a == b || width(a).is_some() && width(a) == width(b),
    }
}
