//! The second walk: calls.

use super::{Checker, Target};
use crate::ast::{Expr, FunId, Type};
use crate::points_to::ExprKey;
use crate::points_to::generate::variable;
use crate::points_to::library::{Meaning, meaning};
use crate::points_to::model::Object;
use std::collections::BTreeSet;

impl<'u> Checker<'_, 'u> {
    pub(super) fn call(
        &mut self,
        expr: &'u Expr,
        callee: &'u Expr,
        arguments: &'u [Expr],
    ) -> Target {
        let mut values = Vec::new();
        for argument in arguments {
            values.push(match argument.ty {
                Type::Record(_) => {
                    self.place(argument);
                    Target::Nothing
                }
                _ => self.value(argument),
            });
        }
        let known = self.generator.targets.get(&ExprKey::of(callee)).cloned();
        let targets = known.unwrap_or_default();
        let direct = callee.direct_callee();
        if let Some(function) = direct {
            if !targets.contains(&function) {
                self.unknown_store(Target::Unknown);
            }
        } else {
            let value = self.value(callee);
            self.check_targets(value, &targets, arguments.len());
        }
        let mut results = Vec::new();
        for function in targets {
            if direct.is_some() || self.is_callable(function, arguments) {
                let given = self.enter(expr, function, arguments, &values);
                if direct.is_some() || self.returns(function, expr) {
                    results.push(given);
                }
            }
        }
        if self.is_number(&expr.ty) {
            // A pointer may lead to a function from outside.
            let external = direct.map_or(Target::Plain, |_| Target::Nothing);
            let result = results.into_iter().fold(external, |a, b| self.either(a, b));
            return self.recorded_number(expr, result);
        }
        let mut result = Target::Nothing;
        for given in results {
            result = self.recorded(expr, given);
        }
        match direct {
            Some(_) => result,
            None => self.recorded_of(expr),
        }
    }

    /// Whether the lowering enters a function that a pointer leads to: a call that takes structs,
    /// floats, integers and pointers for each other ends there.
    fn is_callable(&self, function: FunId, arguments: &[Expr]) -> bool {
        let unit = self.generator.unit;
        let declared = unit.function(function);
        if declared.body.is_none() {
            return true;
        }
        let types = declared.parameters.iter().map(|p| &unit.variable(*p).ty);
        let mut taken = types.zip(arguments);
        taken.all(|(ty, argument)| kind(ty) == kind(&argument.ty))
    }

    /// Whether the result of a function that a pointer leads to can be the value of the call.
    fn returns(&self, function: FunId, expr: &Expr) -> bool {
        let declared = self.generator.unit.function(function);
        declared.body.is_none() || kind(&declared.ty.result) == kind(&expr.ty)
    }

    /// Every function that a pointer may lead to is one of the targets, or cannot be called so.
    pub(super) fn check_targets(
        &mut self,
        callee: Target,
        targets: &BTreeSet<FunId>,
        count: usize,
    ) {
        let Target::At(at) = callee else {
            return;
        };
        let functions = self.generator.graph.functions(at).to_vec();
        for function in functions {
            if !targets.contains(&function) && self.generator.fits(function, count) {
                self.distrust(at);
            }
        }
    }

    /// One function is called; what its result points to.
    pub(super) fn enter(
        &mut self,
        expr: &'u Expr,
        function: FunId,
        arguments: &'u [Expr],
        values: &[Target],
    ) -> Target {
        let unit = self.generator.unit;
        let declared = unit.function(function);
        let meaning = meaning(declared);
        if declared.body.is_none() || meaning == Meaning::Error {
            return self.library(expr, function, meaning, values);
        }
        for (i, argument) in arguments.iter().enumerate() {
            let value = values.get(i).copied().unwrap_or(Target::Unknown);
            let Some(parameter) = declared.parameters.get(i) else {
                let variadic = self.generator.variadic;
                if self.is_number(&argument.ty) {
                    self.store_number(Some(variadic), &argument.ty, value)
                } else {
                    self.flow(value, variadic)
                }
                continue;
            };
            let at = variable(*parameter);
            match &unit.variable(*parameter).ty {
                ty @ Type::Record(_) => {
                    let from = self.generator.places.get(&ExprKey::of(argument)).copied();
                    self.copy(Some(at), from, ty);
                }
                Type::Pointer(_) => {
                    let is_number = !argument.ty.is_pointer()
                        && self.generator.layouts.constant(argument).is_none();
                    let value = if is_number { Target::Unknown } else { value };
                    self.store(Some(at), value);
                }
                ty if self.is_number(ty) => {
                    // The argument of another type is converted as if by a cast.
                    let value = if argument.ty == *ty {
                        value
                    } else {
                        self.number(value)
                    };
                    self.store_number(Some(at), ty, value);
                }
                _ => {}
            }
        }
        let Some(result) = self.generator.results.get(&function).copied() else {
            return Target::Nothing;
        };
        match (&declared.ty.result, &expr.ty) {
            (Type::Record(_), ty @ Type::Record(_)) => {
                let at = self.generator.places.get(&ExprKey::of(expr)).copied();
                self.copy(at, Some(result), ty);
                Target::Nothing
            }
            (Type::Pointer(_), _) => self.slot(Some(result)),
            (_, Type::Pointer(_)) => Target::Unknown,
            (_, ty) if self.is_number(ty) => self.load_number(Some(result), expr, expr),
            _ => Target::Nothing,
        }
    }

    /// A function without a body is called; what its result points to.
    pub(super) fn library(
        &mut self,
        expr: &'u Expr,
        function: FunId,
        meaning: Meaning,
        values: &[Target],
    ) -> Target {
        let first = values.first().copied().unwrap_or(Target::Nothing);
        match meaning {
            Meaning::Allocate | Meaning::AllocateZero | Meaning::Reallocate => {
                if meaning == Meaning::Reallocate {
                    self.recorded(expr, first);
                }
                let key = ExprKey::of(expr);
                let made = self.generator.objects.iter();
                let mut made = made.filter(|(object, ..)| *object == Object::Heap(key));
                made.next()
                    .map_or(Target::Unknown, |(_, at, _)| Target::At(*at))
            }
            Meaning::Copy => {
                if let Some([Target::At(to), Target::At(from)]) = values.get(..2) {
                    self.copy_numbers(*to, *from);
                }
                first
            }
            Meaning::Set | Meaning::FirstArgument => first,
            Meaning::CopyToEnd => {
                if let Some([Target::At(to), Target::At(from)]) = values.get(..2) {
                    self.copy_numbers(*to, *from);
                }
                Target::Unknown
            }
            Meaning::CopyBackwards => {
                if let Some([Target::At(from), Target::At(to)]) = values.get(..2) {
                    self.copy_numbers(*to, *from);
                }
                Target::Nothing
            }
            Meaning::Error | Meaning::Free => Target::Nothing,
            Meaning::Other if self.is_number(&expr.ty) => {
                self.external_number(function, values, &expr.ty)
            }
            // Code that is not there returns no address of the program; inputs are any number.
            Meaning::Other => {
                let declared = self.generator.unit.function(function);
                if crate::library::is_input(declared) {
                    Target::Given
                } else {
                    Target::Nothing
                }
            }
        }
    }
}

/// How a value is passed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Nothing,
    Integer,
    Float,
    Pointer,
    Object,
}

fn kind(ty: &Type) -> Kind {
    match ty {
        Type::Void => Kind::Nothing,
        Type::Bool | Type::Int(_) | Type::Enum(_) => Kind::Integer,
        Type::Float(_) => Kind::Float,
        Type::Pointer(_) => Kind::Pointer,
        Type::Array(..)
        | Type::VariableArray(..)
        | Type::Record(_)
        | Type::Function(_)
        | Type::Other(_) => Kind::Object,
    }
}
