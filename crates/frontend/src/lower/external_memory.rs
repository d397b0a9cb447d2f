//! Calls through pointers, and pointers that come from code that is not there.

use super::body::{Body, Lowered};
use super::place::{Place, Purpose, Value};
use super::pointer_bits::WIDTH;
use super::shape::{Class, Shape, Storage};
use crate::ast::has_effects;
use crate::ast::{self, Expr, ExprKind, FunId, FunctionDecl, Type, layout};
use crate::library::{self, Meaning};
use crate::library::{Native, native};
use crate::points_to::{Node, Object};
use invar_cfa::{
    CheckKind, DataModel, ExternalEffect, HavocOrigin, Scope, Span, Subject, Undefined, VarId,
};
use invar_term::TermId;
use std::rc::Rc;
use std::sync::Arc;

/// How well the type of a function fits a call through a pointer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Compatibility {
    /// Arguments are passed otherwise.
    None,
    /// Numbers have other sizes: what the rest of a register or of the stack holds decides.
    Widths,
    /// What is passed arrives.
    Full,
}

/// What becomes of a value of one shape that is taken as another.
fn passed_as(from: &Shape, to: &Shape) -> Compatibility {
    let (Shape::Scalar(a), Shape::Scalar(b)) = (from, to) else {
        return if from == to {
            Compatibility::Full
        } else {
            Compatibility::None
        };
    };
    match (a.class, b.class) {
        (Class::Float(one), Class::Float(other)) if one == other => Compatibility::Full,
        (Class::Float(_), Class::Float(_)) => Compatibility::Widths,
        (Class::Float(_), _) | (_, Class::Float(_)) => Compatibility::None,
        (one, other) if a.bytes == b.bytes && (one == Class::Bool) == (other == Class::Bool) => {
            Compatibility::Full
        }
        _ => Compatibility::Widths,
    }
}

impl Body<'_, '_> {
    /// A pointer from code that is not there is any number: null, an error code, or an address that
    /// is not one of the program's objects. Other values of a variable become such a number.
    pub(super) fn mark_external(&mut self, pointer: VarId, span: Option<Span>) {
        let t = self.terms.clone();
        let value = self.symbol(pointer);
        let number = match self.lowering.program.data_model {
            DataModel::Lp64 => {
                let other = t.zero_extend(4, t.extract(WIDTH - 5, 0, value));
                t.ite(self.is_program(value), other, value)
            }
            DataModel::Ilp32 => t.zero_extend(32, t.extract(31, 0, value)),
        };
        self.assign(pointer, number, span);
    }

    /// A pointer that is an input has no more bits than pointers have, unless it points to an object of the program.
    pub(super) fn cut_to_pointer(&mut self, pointer: VarId, span: Option<Span>) {
        if self.lowering.program.data_model == DataModel::Lp64 {
            return;
        }
        let t = self.terms.clone();
        let value = self.symbol(pointer);
        let number = t.zero_extend(32, t.extract(31, 0, value));
        let cut = t.ite(self.is_program(value), value, number);
        self.assign(pointer, cut, span);
    }

    /// A pointer that was read: in memory of code that is not there it is one of that code, unless the program may
    /// have written addresses of its own objects there. Other values become null.
    pub(super) fn read_pointer(&self, value: TermId, lvalue: &Expr, expr: &Expr) -> TermId {
        let points_to = &self.lowering.points_to;
        let Some(cell) = points_to.place(lvalue) else {
            return value;
        };
        let is_external = |object: &Object| match object {
            Object::External => true,
            Object::Variable(id) => {
                self.lowering.unit.variable(*id).storage == ast::Storage::External
            }
            _ => false,
        };
        let mut holders = points_to.node(cell.node).objects.iter();
        // Where the analysis knows no target, there is none in the program.
        let leads_to_external = points_to.pointee(expr).is_none_or(|target| {
            let target = points_to.node(target.node);
            let mut targets = target.objects.iter();
            !target.unchecked
                && !target.from_numbers
                && targets.all(|(object, _)| *object == Object::External)
        });
        // What the arguments of `main` hold is said where it begins.
        let is_foreign = leads_to_external
            && !self.lowering.arguments.contains(&cell.node)
            && holders.any(|(object, _)| is_external(object));
        let t = &self.terms;
        if is_foreign && !self.forgets_memory() {
            t.ite(self.is_program(value), t.bv(WIDTH, 0), value)
        } else {
            value
        }
    }

    /// The pointers in a value that a caller gives, those in structs included, come from its code and point to objects.
    pub(super) fn assume_objects(&mut self, value: &Storage, ty: &Type) {
        let mut pointers = Vec::new();
        self.pointer_leaves(ty, &value.shape, 0, &mut pointers);
        for (leaf, target) in pointers {
            self.mark_external(value.leaves[leaf], None);
            self.assume_object(value.leaves[leaf], &target);
        }
    }

    /// The variables of a value that hold one pointer each, with what it points to.
    fn pointer_leaves(
        &self,
        ty: &Type,
        shape: &Shape,
        first: usize,
        found: &mut Vec<(usize, Type)>,
    ) {
        match (ty, shape) {
            (Type::Pointer(target), Shape::Scalar(_)) => found.push((first, (**target).clone())),
            (Type::Record(id), Shape::Struct { members, .. }) => {
                let fields = self.lowering.unit.record(*id).fields.iter().flatten();
                let mut leaf = first;
                for (field, member) in fields.zip(members) {
                    self.pointer_leaves(&field.ty, &member.shape, leaf, found);
                    leaf += member.shape.leaf_count();
                }
            }
            _ => {}
        }
    }

    /// A pointer that is an argument of the entry function is null, or it points to a whole object of
    /// its type that is aligned as the type asks for.
    pub(super) fn assume_object(&mut self, pointer: VarId, target: &Type) {
        let (unit, model) = (self.lowering.unit, self.lowering.program.data_model);
        let size = layout::size_of(unit, model, target).unwrap_or(1).max(1);
        let align = layout::align_of(unit, model, target).unwrap_or(1).max(1);
        let t = self.terms.clone();
        let value = self.symbol(pointer);
        let last = t.bv_add(value, t.bv(WIDTH, u128::from(size) - 1));
        let low = t.bv_and(value, t.bv(WIDTH, u128::from(align) - 1));
        let is_object = t.and(&[
            self.is_external(value),
            self.is_external(last),
            t.bv_ule(value, last),
            t.eq(low, t.bv(WIDTH, 0)),
        ]);
        let null = t.bv(WIDTH, 0);
        self.assign(pointer, t.ite(is_object, value, null), None);
    }

    /// Inline assembler is code that is not there: its outputs hold anything, and it changes
    /// nothing else.
    pub(super) fn assembler(
        &mut self,
        outputs: &[Expr],
        inputs: &[Expr],
        span: Option<Span>,
    ) -> Lowered<()> {
        let name: Arc<str> = "(inline assembler)".into();
        let effect = ExternalEffect::ReturnsAnyValue;
        self.lowering.note_external(&name, effect, span);
        for input in inputs {
            self.effects(input)?;
        }
        for output in outputs {
            let place = self.place(output, Purpose::Access)?;
            let value = self.any_value(output, HavocOrigin::External(name.clone()))?;
            self.write(&place, &value, span)?;
        }
        Ok(())
    }

    /// A call through a pointer: one branch per function that it may point to.
    pub(super) fn call_pointer(
        &mut self,
        callee: &Expr,
        arguments: &[Expr],
        expr: &Expr,
    ) -> Lowered<Value> {
        let span = expr.span;
        // How often a model calls it, and with what, is one of many ways.
        let is_exact = self.name.starts_with(crate::library::RUN_EXITS);
        if !is_exact
            && self.is_of_a_model(span)
            && !self.lowering.touched_by_call(callee).changes.is_empty()
        {
            return self.unsupported("comparison function that changes something", span);
        }
        let targets = if self.forgets_memory() {
            self.forgotten_targets(callee)
        } else {
            self.lowering.points_to.targets(callee)
        };
        let (pointer, scalar) = self.scalar(callee)?;
        let pointer = self.save(pointer, scalar, span);
        let t = self.terms.clone();
        let somewhere = t.or(&[self.is_program(pointer), self.is_external(pointer)]);
        let subject = Subject::Pointer(pointer);
        self.require_of(subject, somewhere, Undefined::Pointer, span);
        let arguments = self.saved_arguments(arguments)?;
        self.expect_returns(&targets, span);
        let shape = match &expr.ty {
            Type::Void => Shape::nothing(),
            ty => self.shape(ty),
        };
        let scope = Scope::Local(self.function);
        let name = format!("{}::$call", self.name);
        let result = self.lowering.allocate(&name, None, shape, scope, span);
        let place = Place::of(&result);
        let end = self.place_here(span);
        let is_variadic = callee.callee_type().is_some_and(|ty| ty.variadic);
        for function in targets {
            let (here, next) = (self.place_here(span), self.place_here(span));
            let address = self.function_address(function);
            self.split(t.eq(pointer, address), here, next, span);
            self.at = here;
            // What could not be lowered already leads into its own location.
            let declared = self.lowering.unit.function(function);
            let is_read = self.lowering.points_to.functions().contains(&function);
            let has_body = declared.body.is_some();
            let _ = if has_body && declared.ty.variadic != is_variadic {
                self.unsupported("call with and without variable arguments", span)
            } else if has_body && !is_read {
                self.unsupported("call of a function that the analysis does not reach", span)
            } else {
                self.call_target(function, &arguments, &place, span)
            };
            self.go(end, span);
            self.at = next;
        }
        // What could not be lowered already leads into its own location.
        let _ = self.call_unknown(pointer, &arguments, &place, (callee, expr));
        self.join(end, span);
        self.read(&place, span)
    }

    /// Arguments in variables of their own.
    fn saved_arguments(&mut self, arguments: &[Expr]) -> Lowered<Vec<Value>> {
        let mut values = Vec::new();
        for (i, argument) in arguments.iter().enumerate() {
            let value = self.value(argument)?;
            if !arguments[i + 1..].iter().any(has_effects) {
                values.push(value);
                continue;
            }
            let name = format!("{}::$argument", self.name);
            let scope = Scope::Local(self.function);
            let kept = self
                .lowering
                .allocate(&name, None, value.shape.clone(), scope, None);
            self.write(&Place::of(&kept), &value, argument.span)?;
            values.push(Value {
                leaves: kept.leaves.iter().map(|leaf| self.symbol(*leaf)).collect(),
                shape: kept.shape,
            });
        }
        Ok(values)
    }

    /// Calls one of the functions; a call that does not fit its type is undefined.
    fn call_target(
        &mut self,
        function: FunId,
        arguments: &[Value],
        result: &Place,
        span: Option<Span>,
    ) -> Lowered<()> {
        let unit = self.lowering.unit;
        let declared = unit.function(function);
        if crate::library::is_error_function(&declared.name) {
            self.error(CheckKind::ErrorCall, span);
            return Ok(());
        }
        if declared.body.is_none() {
            return self.call_missing(declared, arguments, result, span);
        }
        match self.compatibility(function, arguments, result) {
            Compatibility::Full => {}
            Compatibility::None => {
                self.require(self.terms.fls(), Undefined::Call, span);
                return Ok(());
            }
            Compatibility::Widths if self.forgets_memory() => {
                return self.call_with_anything(function, result, span);
            }
            Compatibility::Widths => {
                let construct = "call of a function that takes or returns numbers of other sizes";
                return self.unsupported(construct, span);
            }
        }
        if !self.forgets_memory() && self.mixes_pointers(function, arguments, result) {
            let construct = "call of a function that takes or returns integers for pointers";
            return self.unsupported(construct, span);
        }
        let mut terms = Vec::new();
        for (parameter, value) in declared.parameters.iter().zip(arguments) {
            let wanted = self.shape(&unit.variable(*parameter).ty);
            terms.extend(self.fitted(value, &wanted, span)?);
        }
        let value = self.enter(function, terms, span);
        if result.shape().leaf_count() == 0 {
            return Ok(());
        }
        let leaves = self.fitted(&value, &result.shape().clone(), span)?;
        let shape = result.shape().clone();
        self.write(result, &Value { shape, leaves }, span)
    }

    /// Calls a function without a body.
    fn call_missing(
        &mut self,
        declared: &FunctionDecl,
        arguments: &[Value],
        result: &Place,
        span: Option<Span>,
    ) -> Lowered<()> {
        let name = &declared.name;
        if library::meaning(declared) == Meaning::Halt {
            self.note_end(declared, span);
            self.halt(span);
            return Ok(());
        }
        let frees = native(declared) == Some(Native::Free) && self.lowering.follows_lifetimes();
        if !library::is_arbitrary(declared) || frees {
            let call = format!("{name} called through a pointer");
            return self.unsupported_function(&call, span);
        }
        let effect = self.returned(&declared.ty.result);
        self.lowering.note_external(name, effect, span);
        if library::is_of_program(declared) {
            self.call_external_through_pointer(arguments, span)?;
        }
        let stand_in = Expr {
            kind: ExprKind::ZeroInitialiser,
            ty: declared.ty.result.clone(),
            span,
        };
        let value = self.any_value(&stand_in, HavocOrigin::External(name.clone()))?;
        if result.shape().leaf_count() == 0 {
            return Ok(());
        }
        if passed_as(&value.shape, result.shape()) == Compatibility::None {
            self.require(self.terms.fls(), Undefined::Call, span);
            return Ok(());
        }
        let leaves = self.fitted(&value, &result.shape().clone(), span)?;
        let shape = result.shape().clone();
        self.write(result, &Value { shape, leaves }, span)
    }

    /// Whether a function can be called with these arguments for this result.
    fn compatibility(&self, function: FunId, arguments: &[Value], result: &Place) -> Compatibility {
        let unit = self.lowering.unit;
        let declared = unit.function(function);
        if arguments.len() < declared.parameters.len() {
            return Compatibility::None;
        }
        let taken = declared.parameters.iter().zip(arguments);
        let mut least = taken
            .map(|(p, v)| passed_as(&v.shape, &self.shape(&unit.variable(*p).ty)))
            .min()
            .unwrap_or(Compatibility::Full);
        let wanted = result.shape();
        if wanted.leaf_count() > 0 {
            let given = match &declared.ty.result {
                Type::Void => Shape::nothing(),
                ty => self.shape(ty),
            };
            least = least.min(passed_as(&given, wanted));
        }
        least
    }

    /// Whether a pointer would be passed as an integer, or an integer as a pointer.
    fn mixes_pointers(&self, function: FunId, arguments: &[Value], result: &Place) -> bool {
        let unit = self.lowering.unit;
        let declared = unit.function(function);
        let differ = |from: &Shape, to: &Shape| match (from, to) {
            (Shape::Scalar(a), Shape::Scalar(b)) => {
                (a.class == Class::Pointer) != (b.class == Class::Pointer)
            }
            _ => false,
        };
        let mut taken = declared.parameters.iter().zip(arguments);
        let wanted = result.shape();
        taken.any(|(p, v)| differ(&v.shape, &self.shape(&unit.variable(*p).ty)))
            || wanted.leaf_count() > 0 && differ(&self.shape(&declared.ty.result), wanted)
    }

    /// The terms of a value as another shape.
    fn fitted(
        &mut self,
        value: &Value,
        wanted: &Rc<Shape>,
        span: Option<Span>,
    ) -> Lowered<Vec<TermId>> {
        match (&*value.shape, &**wanted, value.leaves.as_slice()) {
            (a, b, _) if a == b => Ok(value.leaves.clone()),
            (Shape::Scalar(from), Shape::Scalar(to), [leaf]) => {
                let full = super::conversion::load(&self.terms, *leaf, *from);
                let converted = self.convert_scalar(full, *from, *to, span)?;
                Ok(vec![super::conversion::store(&self.terms, converted, *to)])
            }
            _ => self.unsupported("argument of another shape", span),
        }
    }

    /// The pointer points to none of the program's functions: code that is not there.
    fn call_unknown(
        &mut self,
        pointer: TermId,
        arguments: &[Value],
        result: &Place,
        (callee, expr): (&Expr, &Expr),
    ) -> Lowered<()> {
        let span = expr.span;
        let cell = self.lowering.points_to.pointee(callee);
        let node = cell.map(|cell| self.lowering.points_to.node(cell.node));
        let checked = node.is_some_and(|node| !node.unchecked);
        let is_internal = checked && node.is_some_and(Node::is_internal);
        let construct = "call of a function that the analysis of pointers did not see";
        if !checked && !self.forgets_memory() {
            let other = self.terms.not(self.is_program(pointer));
            self.require_modelled(other, construct, span);
        }
        // Other objects are no functions.
        let (subject, external) = (Subject::Pointer(pointer), self.is_external(pointer));
        self.require_of(subject, external, Undefined::Pointer, span);
        // Nothing is assumed of functions that are not there: a proof shows that none is called.
        if is_internal && !self.forgets_memory() {
            return self.unsupported(construct, span);
        }
        let name: Arc<str> = "(function called through a pointer)".into();
        let effect = self.returned(&expr.ty);
        self.lowering.note_external(&name, effect, span);
        self.call_external_through_pointer(arguments, span)?;
        let value = self.any_value(expr, HavocOrigin::External(name))?;
        if result.shape().leaf_count() > 0 {
            self.write(result, &value, span)?;
        }
        Ok(())
    }
}
