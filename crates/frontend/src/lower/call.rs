//! Calls.

use super::body::{Body, Lowered};
use super::conversion;
use super::place::{Place, Value};
use super::shape::{Class, Scalar, Shape};
use crate::ast::has_effects;
use crate::ast::{DefinitionCounts, Expr, ExprKind, FunId, FunctionDecl, Linkage, Output, Type};
use crate::library::{self, Meaning};
use crate::library::{
    APPROXIMATE, ASSUME, Allocation, KEPT, Native, Standing, is_error_function, native, standing,
};
use invar_cfa::{
    Aspect, AssumeReason, AssumptionKind, CheckKind, ExternalEffect, HavocOrigin, Operation, Scope,
    SignedOperator, Span, Undefined,
};
use invar_term::TermId;
use std::rc::Rc;

impl Body<'_, '_> {
    /// A call and its value.
    pub fn call(&mut self, expr: &Expr) -> Lowered<Value> {
        let ExprKind::Call { callee, arguments } = &expr.kind else {
            return self.unsupported("call", expr.span);
        };
        self.call_begins(expr.span);
        let value = match callee.direct_callee() {
            Some(function) => self.call_function(function, arguments, expr),
            None => self.call_pointer(callee, arguments, expr),
        }?;
        self.call_ends(expr.span, &value);
        Ok(value)
    }

    /// A call of a function by its name.
    fn call_function(
        &mut self,
        function: FunId,
        arguments: &[Expr],
        expr: &Expr,
    ) -> Lowered<Value> {
        let declared = self.lowering.unit.function(function);
        let is_error = is_error_function(&declared.name);
        if let [argument] = arguments
            && self.is_built_in(declared, argument)
        {
            return self.absolute_value(argument, expr.span);
        }
        if self.forgets_memory() && self.is_formatted(declared) {
            return self.call_forgotten(declared, arguments, expr);
        }
        let is_bounded = &*declared.name == APPROXIMATE && self.is_of_a_model(declared.span);
        if is_bounded && self.lowering.program.property.asks_for(Aspect::Termination) {
            return self.unsupported("library function whose result is only bounded", expr.span);
        }
        if declared.body.is_some() && !is_error {
            let terms = self.arguments(function, arguments, expr.span)?;
            return Ok(self.enter(function, terms, expr.span));
        }
        self.call_library(declared, arguments, expr)
    }

    /// Whether gcc has a function built in and does not call the program's definition of it.
    fn is_built_in(&self, declared: &FunctionDecl, argument: &Expr) -> bool {
        declared.definition_counts == DefinitionCounts::Never
            && declared.linkage == Linkage::External
            && library::meaning(declared) == Meaning::AbsoluteValue
            && declared.ty.result == argument.ty
    }

    /// The arguments of a call of a function of the program.
    fn arguments(
        &mut self,
        function: FunId,
        arguments: &[Expr],
        span: Option<Span>,
    ) -> Lowered<Vec<TermId>> {
        let unit = self.lowering.unit;
        let declared = unit.function(function);
        if arguments.len() < declared.parameters.len() {
            return self.unsupported("call with too few arguments", span);
        }
        let mut terms = Vec::new();
        for (i, argument) in arguments.iter().enumerate() {
            let shape = match declared.parameters.get(i) {
                Some(parameter) => self.shape(&unit.variable(*parameter).ty),
                None => Rc::new(Shape::Opaque("extra argument")),
            };
            if let Shape::Scalar(parameter) = &*shape
                && !self.arrives(argument, *parameter, declared)
            {
                return self.unsupported("argument of another type than its parameter", span);
            }
            let later_effects = arguments[i + 1..].iter().any(has_effects);
            self.argument(argument, &shape, later_effects, &mut terms)?;
        }
        Ok(terms)
    }

    /// Whether an argument is passed as its parameter is taken. Where the call sees no prototype, nothing converts it.
    fn arrives(&self, argument: &Expr, parameter: Scalar, declared: &FunctionDecl) -> bool {
        let Some(given) = self.lowering.shapes.scalar(&argument.ty) else {
            return true;
        };
        let is_float = |scalar: Scalar| matches!(scalar.class, Class::Float(_));
        // Old definitions take what is promoted.
        let promoted = match (declared.ty.without_prototype, is_float(parameter)) {
            (true, true) => 8,
            (true, false) => 4,
            (false, _) => 0,
        };
        let taken = parameter.bytes.max(promoted);
        is_float(given) == is_float(parameter) && given.bytes == taken
    }

    /// Calls a function of the program with the terms of its arguments.
    pub(super) fn enter(
        &mut self,
        function: FunId,
        arguments: Vec<TermId>,
        span: Option<Span>,
    ) -> Value {
        let id = self.lowering.function_id(function);
        self.note_checked(id);
        let shape = self.lowering.result_of(id).shape.clone();
        let name = format!("{}::$call", self.name);
        let scope = Scope::Local(self.function);
        let result = self.lowering.allocate(&name, None, shape, scope, span);
        let results = result.leaves.to_vec();
        self.emit(
            Operation::Call {
                function: id,
                arguments,
                results,
            },
            span,
        );
        let leaves = result
            .leaves
            .iter()
            .map(|leaf| self.symbol(*leaf))
            .collect();
        Value {
            shape: result.shape,
            leaves,
        }
    }

    /// Appends the terms of one argument, kept safe from the effects of later ones.
    pub(super) fn argument(
        &mut self,
        argument: &Expr,
        wanted: &Rc<Shape>,
        later_effects: bool,
        terms: &mut Vec<TermId>,
    ) -> Lowered<()> {
        match &**wanted {
            Shape::Scalar(to) => {
                let (value, from) = self.scalar(argument)?;
                let t = self.terms.clone();
                let value = self.convert_scalar(value, from, *to, argument.span)?;
                let value = if later_effects {
                    self.save(value, *to, argument.span)
                } else {
                    value
                };
                terms.push(conversion::store(&t, value, *to));
                Ok(())
            }
            shape if shape.leaf_count() == 0 => self.effects(argument),
            shape => {
                let value = self.value(argument)?;
                if *value.shape != *shape {
                    return self.unsupported("argument of another shape", argument.span);
                }
                if later_effects {
                    let name = format!("{}::$argument", self.name);
                    let scope = Scope::Local(self.function);
                    let kept = self
                        .lowering
                        .allocate(&name, None, wanted.clone(), scope, None);
                    self.write(&Place::of(&kept), &value, argument.span)?;
                    terms.extend(kept.leaves.iter().map(|leaf| self.symbol(*leaf)));
                    return Ok(());
                }
                terms.extend(value.leaves);
                Ok(())
            }
        }
    }

    /// A call of a function without a body.
    fn call_library(
        &mut self,
        declared: &FunctionDecl,
        arguments: &[Expr],
        expr: &Expr,
    ) -> Lowered<Value> {
        let (name, span) = (&declared.name, expr.span);
        let meaning = library::meaning(declared);
        if library::is_known_by_name(declared) {
            if let Some(native) = native(declared) {
                self.check_allocator(native, declared, span)?;
                if let Some(value) = self.call_memory(native, arguments, expr)? {
                    return Ok(value);
                }
            }
            if let Some(value) = self.call_math(name, arguments, expr)? {
                return Ok(value);
            }
        }
        match (meaning, arguments) {
            (Meaning::Assume, [condition]) => {
                if &**name == ASSUME {
                    let effect = ExternalEffect::Assumes;
                    self.lowering.note_external(name, effect, span);
                }
                let condition = self.condition(condition)?;
                let kind = if self.is_of_a_model(span) {
                    AssumptionKind::Model
                } else {
                    AssumptionKind::Assume
                };
                self.assume(condition, AssumeReason::Assumption(kind), span);
                return self.any_value(expr, HavocOrigin::External(name.clone()));
            }
            (Meaning::Contract(word), arguments) => {
                return self.contract_word(word, arguments, expr);
            }
            // The second argument is a message.
            (Meaning::Assert, [condition] | [condition, _]) => {
                let (fine, failed) = (self.place_here(span), self.place_here(span));
                // What could not be lowered already leads into its own location.
                let _ = self.branch(condition, fine, failed);
                self.at = failed;
                self.assertion_failed(span);
                self.at = fine;
                return self.any_value(expr, HavocOrigin::External(name.clone()));
            }
            (Meaning::FirstArgument, [first, rest @ ..]) => {
                for argument in rest {
                    self.effects(argument)?;
                }
                return self.value(first);
            }
            (Meaning::AbsoluteValue, [argument]) => return self.absolute_value(argument, span),
            (Meaning::Print, [argument]) => {
                let (value, scalar) = self.scalar(argument)?;
                self.print(super::PRINTED, value, scalar, span);
                return Ok(Value::nothing());
            }
            (Meaning::ShowCharacter, [argument]) => {
                let (value, scalar) = self.scalar(argument)?;
                if self.shows_output() {
                    self.print(super::SHOWN, value, scalar, span);
                }
                return Ok(Value::nothing());
            }
            (Meaning::ShowsOutput, []) => return Ok(self.truth_value(self.shows_output())),
            (Meaning::ReadsOutput, []) => {
                let matters = self.shows_output() || self.lowering.follows_lifetimes();
                return Ok(self.truth_value(matters));
            }
            (Meaning::IsWholeProgram, []) => {
                return Ok(self.truth_value(self.lowering.starts_at_main));
            }
            (Meaning::Permuted, [vector]) => {
                let (vector, _) = self.scalar(vector)?;
                self.permute_arguments(vector, span);
                return Ok(Value::nothing());
            }
            (meaning @ (Meaning::Precondition | Meaning::ObjectSize), [condition])
                if self.lowering.ranges.is_some() =>
            {
                // An inner call would have to establish it.
                if self.lowering.is_recursive(self.function) {
                    return self.unsupported("precondition of a recursive function", span);
                }
                let condition = self.condition(condition)?;
                let kind = match meaning {
                    Meaning::ObjectSize => AssumptionKind::Allocation,
                    _ => AssumptionKind::Precondition,
                };
                self.assume(condition, AssumeReason::Assumption(kind), span);
                return Ok(Value::nothing());
            }
            (Meaning::Range, [first, bytes]) if self.lowering.ranges.is_some() => {
                self.declare_range(first, bytes)?;
                return Ok(Value::nothing());
            }
            (
                Meaning::Assume
                | Meaning::Assert
                | Meaning::Precondition
                | Meaning::ObjectSize
                | Meaning::Range,
                _,
            ) => {
                let construct = format!("{name} with an unusual number of arguments");
                return self.unsupported(&construct, span);
            }
            (Meaning::NotModelled, _) => {
                if self.is_of_a_model(span) {
                    let construct = "case that the model of a library function leaves out";
                    return self.unsupported(construct, span);
                }
                return self.unsupported_function(name, span);
            }
            (Meaning::AnyValue, _) => {
                self.call_external(declared, arguments, span)?;
                return self.any_value(expr, HavocOrigin::External(name.clone()));
            }
            (Meaning::Unreachable, _) => {
                let never = self.terms.fls();
                self.require(never, Undefined::Unreachable, span);
                return self.any_value(expr, HavocOrigin::External(name.clone()));
            }
            _ => {}
        }
        for argument in arguments {
            self.effects(argument)?;
        }
        match meaning {
            Meaning::Error => {
                self.error(CheckKind::ErrorCall, span);
                self.any_value(expr, HavocOrigin::External(name.clone()))
            }
            Meaning::AssertFail => {
                self.assertion_failed(span);
                self.any_value(expr, HavocOrigin::External(name.clone()))
            }
            Meaning::Halt => {
                self.note_end(declared, span);
                self.halt(span);
                self.any_value(expr, HavocOrigin::External(name.clone()))
            }
            Meaning::Input => self.any_value(expr, HavocOrigin::Input(name.clone())),
            _ => self.unsupported("call of a function without a body", span),
        }
    }

    /// What allocates in the library calls the allocator of the program, if that defines one.
    fn check_allocator(
        &mut self,
        native: Native,
        declared: &FunctionDecl,
        span: Option<Span>,
    ) -> Lowered<()> {
        let allocates = match native {
            Native::Allocate(Allocation::Stack) => false,
            Native::Allocate(_) | Native::Free => true,
            _ => false,
        };
        let is_direct = standing(declared) == Standing::Library && &*declared.name != KEPT;
        if allocates && !is_direct && self.lowering.has_allocator {
            let construct = "allocation by the library where the program defines malloc";
            return self.unsupported(construct, span);
        }
        Ok(())
    }

    /// Notes a function of the program that ends it, and of which nothing else is known.
    pub(super) fn note_end(&mut self, declared: &FunctionDecl, span: Option<Span>) {
        if library::is_of_program(declared) {
            let effect = ExternalEffect::EndsExecution;
            self.lowering.note_external(&declared.name, effect, span);
        }
    }

    pub(super) fn assertion_failed(&mut self, span: Option<Span>) {
        if self.lowering.assertions_count() {
            self.error(CheckKind::Assertion, span);
        } else {
            self.halt(span);
        }
    }

    /// Any value of the type of an expression.
    pub(super) fn any_value(&mut self, expr: &Expr, origin: HavocOrigin) -> Lowered<Value> {
        if expr.ty == Type::Void {
            return Ok(Value::nothing());
        }
        let shape = self.shape(&expr.ty);
        let name = format!("{}::$any", self.name);
        let scope = Scope::Local(self.function);
        let storage = self.lowering.allocate(&name, None, shape, scope, expr.span);
        self.havoc_all(&storage, &origin, expr.span);
        if let [leaf] = *storage.leaves
            && self.carries_pointer(expr)
        {
            self.assume_near_object(self.symbol(leaf));
        }
        match (&expr.ty, &origin) {
            (Type::Pointer(_), HavocOrigin::External(_)) => {
                self.mark_external(storage.leaves[0], expr.span);
            }
            (Type::Pointer(_), HavocOrigin::Input(_)) => {
                self.cut_to_pointer(storage.leaves[0], expr.span);
            }
            _ => {}
        }
        let leaves = storage
            .leaves
            .iter()
            .map(|leaf| self.symbol(*leaf))
            .collect();
        Ok(Value {
            shape: storage.shape,
            leaves,
        })
    }

    fn absolute_value(&mut self, argument: &Expr, span: Option<Span>) -> Lowered<Value> {
        let (value, scalar) = self.scalar(argument)?;
        let t = self.terms.clone();
        let negative = t.bv_slt(value, t.bv(scalar.width, 0));
        self.guarded(negative, |body| {
            body.note_overflow_site(SignedOperator::Negate, [value, value], scalar, span);
        });
        let magnitude = t.ite(negative, t.bv_neg(value), value);
        Ok(Value {
            shape: Rc::new(Shape::Scalar(scalar)),
            leaves: vec![magnitude],
        })
    }

    fn shows_output(&self) -> bool {
        self.lowering.unit.output == Output::Shown
    }

    /// 1 or 0 as an `int`.
    fn truth_value(&self, holds: bool) -> Value {
        Value {
            shape: Rc::new(Shape::Scalar(Scalar::INT)),
            leaves: vec![self.terms.bv(32, u128::from(holds))],
        }
    }

    /// Assigns to the variable that the interpreter's observers watch.
    fn print(&mut self, name: &str, value: TermId, scalar: Scalar, span: Option<Span>) {
        let word = Scalar::WORD;
        let value = conversion::extend(
            &self.terms,
            value,
            scalar.width,
            scalar.signed(),
            word.width,
        );
        let known = self
            .lowering
            .program
            .variable_ids()
            .find(|v| &*self.lowering.program.variable(*v).name == name);
        let variable = known.unwrap_or_else(|| {
            let shape = Rc::new(Shape::Scalar(word));
            self.lowering
                .allocate(name, None, shape, Scope::Global, None)
                .leaves[0]
        });
        self.emit(
            Operation::Assign {
                target: variable,
                value,
            },
            span,
        );
    }
}
