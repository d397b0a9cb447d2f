//! Generation: functions that move or make memory without a body.

use super::generate::{Generator, Start};
use super::graph::Raw;
use super::model::{ExprKey, Object};
use crate::ast::{Expr, ExprKind, Externals, FunId, FunctionDecl, Type};
use crate::library::{Allocation, Copying, Native, Standing, is_error_function, native, standing};

/// What a function without a body does to memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    /// The error itself: even if it has a body, that is not entered.
    Error,
    /// A new object that holds anything.
    Allocate,
    /// A new object that is zero.
    AllocateZero,
    /// A new object, or the old one.
    Reallocate,
    /// Copies from the second argument to the first and returns the first.
    Copy,
    /// Copies from the second argument to the first and returns the end of the copy.
    CopyToEnd,
    /// Copies from the first argument to the second.
    CopyBackwards,
    /// Sets bytes and returns the first argument.
    Set,
    /// Returns the first argument.
    FirstArgument,
    /// The object of the first argument is gone.
    Free,
    /// Leaves memory alone; a pointer that it returns leads outside.
    Other,
}

/// What a function does if it has no body.
pub(super) fn meaning(function: &FunctionDecl) -> Meaning {
    if is_error_function(&function.name) {
        return Meaning::Error;
    }
    match native(function) {
        Some(Native::Allocate(Allocation::Zeroed)) => Meaning::AllocateZero,
        Some(Native::Allocate(Allocation::Again)) => Meaning::Reallocate,
        Some(Native::Allocate(_)) => Meaning::Allocate,
        Some(Native::CopyBytes(Copying::Apart | Copying::Overlapping)) => Meaning::Copy,
        Some(Native::CopyBytes(Copying::ToEnd)) => Meaning::CopyToEnd,
        Some(Native::CopyBytes(Copying::Backwards)) => Meaning::CopyBackwards,
        Some(Native::FillBytes(_)) => Meaning::Set,
        Some(Native::Free) => Meaning::Free,
        Some(Native::FirstArgument) => Meaning::FirstArgument,
        Some(Native::AbsoluteValue | Native::Halt | Native::Unreachable | Native::Nothing)
        | None => Meaning::Other,
    }
}

impl<'u> Generator<'u> {
    /// A call of a function without a body; where its result is.
    pub fn library(
        &mut self,
        expr: &'u Expr,
        function: FunId,
        meaning: Meaning,
        arguments: &'u [Expr],
        result: Option<Raw>,
    ) -> Option<Raw> {
        let pointee = |generator: &Generator, i: usize| {
            let argument = arguments.get(i)?;
            generator.pointees.get(&ExprKey::of(argument)).copied()
        };
        let first = pointee(self, 0);
        let target = match meaning {
            Meaning::Allocate => Some(self.heap(expr, Start::Any)),
            Meaning::AllocateZero => Some(self.heap(expr, Start::Zero)),
            Meaning::Reallocate => {
                let new = self.heap(expr, Start::Any);
                self.freed.extend(first);
                self.either(Some(new), first)
            }
            Meaning::Copy | Meaning::CopyToEnd | Meaning::CopyBackwards => {
                let second = pointee(self, 1);
                let length = arguments.get(2).and_then(|n| self.layouts.constant(n));
                let length = length.and_then(|n| u64::try_from(n).ok());
                for at in [first, second].into_iter().flatten() {
                    self.facts.ranges.add((at, length));
                }
                let target = self.either(first, second);
                match (meaning, target, length) {
                    (Meaning::CopyToEnd, Some(at), Some(length)) => {
                        let by = i64::try_from(length).unwrap_or(i64::MAX);
                        self.shift(at, by, 1, 0);
                        Some(at.plus(by))
                    }
                    (Meaning::CopyToEnd, Some(at), None) => Some(self.anywhere(at)),
                    _ => target,
                }
            }
            Meaning::Set => {
                let length = arguments.last().and_then(|n| self.layouts.constant(n));
                let length = length.and_then(|n| u64::try_from(n).ok());
                if let Some(at) = first {
                    self.facts.ranges.add((at, length));
                }
                first
            }
            Meaning::FirstArgument => first,
            Meaning::Error => None,
            Meaning::Free => {
                self.freed.extend(first);
                None
            }
            Meaning::Other => return self.call_external(expr, function),
        };
        let target = target.filter(|_| self.carries(&expr.ty))?;
        let at = match result {
            Some(at) => at,
            None => self.graph.fresh(),
        };
        let slot = self.graph.slot(at);
        self.graph.unify(slot, target);
        Some(at)
    }

    /// The object that a call allocates.
    fn heap(&mut self, expr: &'u Expr, start: Start) -> Raw {
        let at = self.graph.fresh();
        self.objects
            .push((Object::Heap(ExprKey::of(expr)), at, start));
        self.makers.insert(ExprKey::of(expr), expr);
        at
    }

    /// What a function without a body may write to holds pointers from outside.
    fn written_externally(&mut self, expr: &'u Expr, function: FunId) {
        let declared = self.unit.function(function);
        let is_pure = self.unit.externals == Externals::Pure;
        let ExprKind::Call { arguments, .. } = &expr.kind else {
            return;
        };
        if is_pure || standing(declared) != Standing::Program {
            return;
        }
        for (position, argument) in arguments.iter().enumerate() {
            let Some(pointee) = self.pointees.get(&ExprKey::of(argument)).copied() else {
                continue;
            };
            self.from_elsewhere.push(pointee);
            if !declared.const_parameters.contains(&position) {
                self.written_externally.push(pointee);
            }
        }
    }

    /// The result of a function of which nothing is known: one place for all of its calls.
    fn call_external(&mut self, expr: &'u Expr, function: FunId) -> Option<Raw> {
        self.written_externally(expr, function);
        let known = self.results.contains_key(&function);
        let at = self.result(function);
        if !known && matches!(expr.ty, Type::Pointer(_)) {
            let external = self.external();
            let slot = self.graph.slot(at);
            self.graph.unify(slot, external);
        }
        // An input is a number, not an address that code which is not there has.
        if !known && !crate::library::is_input(self.unit.function(function)) {
            self.from_elsewhere.push(at);
        }
        Some(at)
    }
}
