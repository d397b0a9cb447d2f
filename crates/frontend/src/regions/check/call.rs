//! The second walk: calls.

use super::{Checker, Target};
use crate::ast::{Expr, FunId, Type};
use crate::regions::ExprKey;
use crate::regions::call::direct_callee;
use crate::regions::generate::variable;
use crate::regions::library::{Meaning, meaning};
use crate::regions::model::Object;
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
        let direct = direct_callee(callee);
        if let Some(function) = direct {
            if !targets.contains(&function) {
                self.unknown_store(Target::Unknown);
            }
        } else {
            let value = self.value(callee);
            self.check_targets(value, &targets, arguments.len());
        }
        let mut result = Target::Nothing;
        for function in targets {
            let given = self.enter(expr, function, arguments, &values);
            result = self.recorded(expr, given);
        }
        match direct {
            Some(_) => result,
            None => self.recorded_of(expr),
        }
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
                self.flow(value, variadic);
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
            Meaning::Copy | Meaning::Set | Meaning::FirstArgument => first,
            Meaning::CopyToEnd => Target::Unknown,
            Meaning::CopyBackwards | Meaning::Error | Meaning::Free => Target::Nothing,
            // Code that is not there returns no address of the program; inputs are any number.
            Meaning::Other => {
                let declared = self.generator.unit.function(function);
                match crate::lower::is_input(declared) {
                    true => Target::Unknown,
                    false => Target::Nothing,
                }
            }
        }
    }
}
