//! Generation: calls.

use super::generate::{Carry, Generator, IndirectCall, Start};
use super::graph::Raw;
use super::library::{Meaning, meaning};
use super::model::{ExprKey, Object};
use crate::ast::{Expr, ExprKind, FunId, Type};

impl<'u> Generator<'u> {
    /// A function whose name is used other than in a call: it may be called from anywhere.
    pub fn function_place(&mut self, id: FunId) -> Raw {
        if let Some(known) = self.functions.get(&id) {
            return *known;
        }
        let at = self.graph.fresh();
        self.functions.insert(id, at);
        self.graph.add_function(at, id);
        self.objects
            .push((Object::Function(id), at, Start::Nothing));
        self.reach(id);
        at
    }

    /// A call; what its result points to.
    pub fn call(&mut self, expr: &'u Expr, callee: &'u Expr, arguments: &'u [Expr]) -> Option<Raw> {
        for argument in arguments {
            match argument.ty {
                Type::Record(_) => {
                    self.place(argument);
                }
                _ => {
                    self.value(argument);
                }
            }
        }
        let result = match callee.direct_callee() {
            Some(function) => {
                let targets = self.targets.entry(ExprKey::of(callee)).or_default();
                targets.insert(function);
                self.enter(expr, function, None)
            }
            None => {
                let target = self.value(callee);
                let callee = self.known(target);
                let result = self.graph.fresh();
                self.calls.push(IndirectCall {
                    callee,
                    expr,
                    caller: self.current,
                    result,
                });
                Some(result)
            }
        };
        let result = result?;
        if let Type::Record(_) = expr.ty {
            self.places.insert(ExprKey::of(expr), result);
            return None;
        }
        self.carries(&expr.ty).then(|| self.graph.slot(result))
    }

    /// Connects calls through pointers with functions that they may reach by now.
    pub fn bind_indirect_calls(&mut self) -> bool {
        let mut changed = false;
        for i in 0..self.calls.len() {
            let callee = self.calls[i].callee;
            for function in self.graph.functions(callee).to_vec() {
                if self.bound.contains(&(i, function)) {
                    continue;
                }
                self.bound.insert((i, function));
                let IndirectCall {
                    expr,
                    caller,
                    result,
                    ..
                } = self.calls[i];
                let ExprKind::Call { callee, arguments } = &expr.kind else {
                    continue;
                };
                if !self.fits(function, arguments.len()) {
                    continue;
                }
                changed = true;
                let targets = self.targets.entry(ExprKey::of(callee)).or_default();
                targets.insert(function);
                let outer = std::mem::replace(&mut self.current, caller);
                let given = self.enter(expr, function, Some(result));
                if let Some(given) = given.filter(|given| *given != result) {
                    self.hand_over(result, given, expr, function);
                }
                self.current = outer;
            }
        }
        changed
    }

    /// The result of a function becomes the result of a call through a pointer.
    fn hand_over(&mut self, to: Raw, from: Raw, expr: &'u Expr, function: FunId) {
        let unit = self.unit;
        let ty = &unit.function(function).ty.result;
        match (ty, &expr.ty) {
            (Type::Record(_), Type::Record(_)) => self.copy(to, from, &expr.ty),
            _ if self.carries(ty) || self.carries(&expr.ty) => {
                let (a, b) = (self.graph.slot(to), self.graph.slot(from));
                self.convert(b, ty, &expr.ty);
                self.graph.unify(a, b);
            }
            _ => {}
        }
    }

    /// Whether a function can be called with this number of arguments.
    pub fn fits(&self, function: FunId, count: usize) -> bool {
        let declared = self.unit.function(function);
        let wanted = match declared.body {
            Some(_) => declared.parameters.len(),
            None => declared.ty.parameters.len(),
        };
        wanted == count || declared.ty.without_prototype || declared.ty.variadic && wanted < count
    }

    /// A function is called with the arguments of a call; where its result is.
    fn enter(&mut self, expr: &'u Expr, function: FunId, result: Option<Raw>) -> Option<Raw> {
        let ExprKind::Call { arguments, .. } = &expr.kind else {
            return None;
        };
        let unit = self.unit;
        let declared = unit.function(function);
        let meaning = meaning(declared);
        if declared.body.is_none() || meaning == Meaning::Error {
            return self.library(expr, function, meaning, arguments, result);
        }
        self.reach(function);
        if let Some(caller) = self.current {
            self.edges.insert((caller, function));
        }
        for (parameter, argument) in declared.parameters.iter().zip(arguments) {
            let at = self.mention(*parameter);
            self.pass(at, &unit.variable(*parameter).ty, argument);
        }
        for argument in arguments.iter().skip(declared.parameters.len()) {
            self.pass_variadic(argument);
        }
        Some(self.result(function))
    }

    /// A parameter takes an argument that is evaluated already.
    fn pass(&mut self, at: Raw, ty: &Type, argument: &'u Expr) {
        let key = ExprKey::of(argument);
        if let (Type::Record(_), Some(from)) = (ty, self.places.get(&key).copied()) {
            self.copy(at, from, ty);
            return;
        }
        let target = self.pointees.get(&key).copied();
        let from_integer = matches!(ty, Type::Pointer(_))
            && matches!(argument.ty, Type::Int(_) | Type::Enum(_))
            && self.layouts.constant(argument).is_none();
        if from_integer {
            self.needs_integers |= self.carry == Carry::Pointers;
            self.from_integers.extend(target);
        }
        self.store(at, ty, target, &argument.ty);
    }

    /// Any function that reads variadic arguments may get this one.
    fn pass_variadic(&mut self, argument: &'u Expr) {
        let key = ExprKey::of(argument);
        if let Some(target) = self.pointees.get(&key).copied() {
            self.graph.unify(target, self.variadic);
        }
        if let (Type::Record(_), Some(from)) = (&argument.ty, self.places.get(&key).copied()) {
            self.pass_variadic_struct(from, &argument.ty);
        }
    }

    /// The pointers in a struct are among the variadic arguments.
    pub fn pass_variadic_struct(&mut self, at: Raw, ty: &Type) {
        let leaves = self.layouts.leaves(ty);
        for (offset, touch) in &leaves.scalars {
            if self.may_point(touch) {
                let slot = self.graph.slot(at.plus(*offset));
                self.graph.unify(slot, self.variadic);
            }
        }
    }

    /// Inline assembler: any pointer that goes in may come out, changed.
    pub fn assembler(&mut self, outputs: &'u [Expr], inputs: &'u [Expr]) {
        let mut target = None;
        let mut takes_integers = false;
        for input in inputs {
            let given = self.value(input);
            takes_integers |= matches!(input.ty, Type::Int(_) | Type::Enum(_));
            target = self.either(target, given);
        }
        for output in outputs {
            let at = self.place(output);
            self.touch_all(at, &output.ty);
            if self.carries(&output.ty) {
                let slot = self.graph.slot(at);
                target = self.either(target, Some(slot));
                self.needs_integers |= takes_integers && self.carry == Carry::Pointers;
            }
        }
        if let Some(target) = target.filter(|_| !outputs.is_empty()) {
            self.anywhere(target);
        }
    }
}
