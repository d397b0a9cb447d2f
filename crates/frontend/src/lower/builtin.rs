//! Library functions on memory that lowering itself knows.

use super::body::{Body, Lowered};
use super::memory::{Overlap, allocation};
use super::place::Value;
use super::shape::Shape;
use crate::ast::Expr;
use invar_term::TermId;
use std::rc::Rc;

/// Those that change memory.
const NATIVE: [&str; 8] = [
    "free", "cfree", "memset", "bzero", "memcpy", "memmove", "bcopy", "mempcpy",
];

impl Body<'_, '_> {
    /// A call of a function that allocates, fills or copies memory; `None` for any other.
    pub(super) fn call_memory(
        &mut self,
        name: &str,
        arguments: &[Expr],
        expr: &Expr,
    ) -> Lowered<Option<Value>> {
        if let Some(what) = allocation(name) {
            self.check_shared_arguments(arguments, expr.span)?;
            let pointer = self.allocate_object(what, arguments, expr)?;
            return Ok(Some(self.pointer_value(pointer)));
        }
        let span = expr.span;
        let plain = name.strip_prefix("__builtin_").unwrap_or(name);
        let plain = match plain
            .strip_prefix("__")
            .and_then(|n| n.strip_suffix("_chk"))
        {
            Some(checked) => checked,
            None => plain,
        };

        if NATIVE.contains(&plain) {
            self.check_shared_arguments(arguments, span)?;
            self.check_no_registers(arguments, span)?;
        }
        Ok(match (plain, arguments) {
            ("free" | "cfree", [argument]) => {
                self.free(argument, span)?;
                Some(Value::nothing())
            }
            ("free" | "cfree", _) => {
                for argument in arguments {
                    self.effects(argument)?;
                }
                Some(Value::nothing())
            }
            ("memset", [target, byte, size, ..]) => {
                let pointer = self.fill_block(target, Some(byte), size, span)?;
                Some(self.pointer_value(pointer))
            }
            ("bzero", [target, size]) => {
                self.fill_block(target, None, size, span)?;
                Some(Value::nothing())
            }
            ("memcpy", [target, source, size, ..]) => {
                let overlap = Overlap::Undefined;
                let (pointer, _) = self.copy_block(target, source, size, overlap, span)?;
                Some(self.pointer_value(pointer))
            }
            ("memmove", [target, source, size, ..]) => {
                let overlap = Overlap::Allowed;
                let (pointer, _) = self.copy_block(target, source, size, overlap, span)?;
                Some(self.pointer_value(pointer))
            }
            ("bcopy", [source, target, size]) => {
                self.copy_block(target, source, size, Overlap::Allowed, span)?;
                Some(Value::nothing())
            }
            ("mempcpy", [target, source, size, ..]) => {
                let overlap = Overlap::Undefined;
                let (pointer, size) = self.copy_block(target, source, size, overlap, span)?;
                let after = self.terms.bv_add(pointer, size);
                Some(self.pointer_value(after))
            }
            _ => None,
        })
    }

    fn pointer_value(&self, pointer: TermId) -> Value {
        Value {
            shape: Rc::new(Shape::Scalar(self.pointer_scalar())),
            leaves: vec![pointer],
        }
    }
}
