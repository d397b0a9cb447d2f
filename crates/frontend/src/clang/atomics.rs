//! `__atomic_load_n` and its relatives, which clang prints as a node of their own with the operands
//! in an order of its own. A program of one thread sees plain reads and writes.
//!
//! Where the old value is the result, the operands are kept in hidden variables of a statement
//! expression: `({ T *place = p; T value = v; T old = *place; *place = old + value; old; })`.

use super::convert::Converter;
use super::hidden::{Block, assign, dereference};
use super::node::Node;
use super::operators;
use super::typed::{cast, int};
use crate::ast::{
    AssignOp, BinaryOp, CastKind, Expr, ExprKind, IntKind, Statement, StatementKind, Type,
};

impl Converter {
    /// An atomic operation.
    pub(super) fn atomic(&mut self, node: &Node) -> Expr {
        self.unit.has_generic_functions = true;
        self.unit.has_atomics = true;
        match self.try_atomic(node) {
            Some(expr) => expr,
            None => self.unsupported(node, &node.kind),
        }
    }

    fn try_atomic(&mut self, node: &Node) -> Option<Expr> {
        let name = node.name.as_deref()?;
        let name = name
            .strip_prefix("__atomic_")
            .or_else(|| name.strip_prefix("__c11_atomic_"))?;
        // The place is first, the memory order second.
        match (name, node.inner.as_slice()) {
            ("load_n" | "load", [place, _]) => {
                let object = dereference(self.expression(place))?;
                let object = self.accessed_at(place, object);
                Some(self.read(object))
            }
            ("store_n" | "store", [place, _, value]) if self.is_value(place, value) => {
                let place = self.expression(place);
                let value = self.expression(value);
                let mut stored = assign(dereference(place)?, value)?;
                stored = cast(CastKind::ToVoid, stored, Type::Void);
                Some(stored)
            }
            ("exchange_n" | "exchange", [place, _, value]) => self.exchange(node, place, value),
            ("compare_exchange_n" | "compare_exchange_strong", operands) => {
                let [place, _, expected, _, desired, ..] = operands else {
                    return None;
                };
                self.compare_exchange(node, place, expected, desired)
            }
            (name, [place, _, value]) => {
                if let Some(word) = name.strip_prefix("fetch_") {
                    return self.fetch(node, operator(word)?, place, value);
                }
                let op = operator(name.strip_suffix("_fetch")?)?;
                let address = self.expression(place);
                let value = self.expression(value);
                let object = self.accessed_at(place, dereference(address)?);
                self.change(op, object, value)
            }
            _ => None,
        }
    }

    /// `__sync_fetch_and_add` and its relatives, the older names; clang appends the size of the object.
    pub(super) fn sync(&mut self, node: &Node, name: &str, operands: &[Node]) -> Option<Expr> {
        let name = name.strip_prefix("__sync_")?;
        let (name, _) = name.rsplit_once('_').filter(|(_, size)| {
            let size = size.as_bytes();
            size.iter().all(u8::is_ascii_digit)
        })?;
        let value = match (name, operands) {
            ("lock_test_and_set", [place, value, ..]) => self.exchange(node, place, value),
            ("lock_release", [place, ..]) => self.release(place),
            ("bool_compare_and_swap", [place, expected, desired, ..]) => {
                self.compare_and_swap(node, place, (expected, desired), Swapped::Whether)
            }
            ("val_compare_and_swap", [place, expected, desired, ..]) => {
                self.compare_and_swap(node, place, (expected, desired), Swapped::Old)
            }
            (name, [place, value, ..]) => match name.strip_prefix("fetch_and_") {
                Some(word) => operator(word).and_then(|op| self.fetch(node, op, place, value)),
                None => (name.strip_suffix("_and_fetch").and_then(operator)).and_then(|op| {
                    let address = self.expression(place);
                    let value = self.expression(value);
                    let object = self.accessed_at(place, dereference(address)?);
                    self.change(op, object, value)
                }),
            },
            _ => None,
        };
        self.unit.has_generic_functions = true;
        self.unit.has_atomics = true;
        Some(value.unwrap_or_else(|| self.unsupported(node, "atomic operation of this type")))
    }

    fn exchange(&mut self, node: &Node, place: &Node, value: &Node) -> Option<Expr> {
        if !self.is_value(place, value) {
            return None;
        }
        let mut block = Block::new(self, node.begin);
        let address = block.keep(self.expression(place), self)?;
        let value = block.keep(self.expression(value), self)?;
        let object = self.accessed_at(place, dereference(address.clone())?);
        let old = block.keep(self.read(object), self)?;
        block.run(assign(dereference(address)?, value)?);
        Some(block.end(old))
    }

    /// `*place = 0`
    fn release(&mut self, place: &Node) -> Option<Expr> {
        let object = dereference(self.expression(place))?;
        let zero = Expr {
            kind: ExprKind::Integer(0),
            ty: int(),
            span: object.span,
        };
        let zero = self.convert_integer(zero, object.ty.clone())?;
        Some(cast(CastKind::ToVoid, assign(object, zero)?, Type::Void))
    }

    /// `T old = *place; if (old == expected) *place = desired;`
    fn compare_and_swap(
        &mut self,
        node: &Node,
        place: &Node,
        (expected, desired): (&Node, &Node),
        result: Swapped,
    ) -> Option<Expr> {
        if !self.is_value(place, expected) || !self.is_value(place, desired) {
            return None;
        }
        let span = node.begin;
        let mut block = Block::new(self, span);
        let address = block.keep(self.expression(place), self)?;
        let expected = block.keep(self.expression(expected), self)?;
        let desired = block.keep(self.expression(desired), self)?;
        let object = self.accessed_at(place, dereference(address.clone())?);
        let old = block.keep(self.read(object), self)?;
        if !matches!(old.ty, Type::Int(_) | Type::Pointer(_)) {
            return None;
        }
        let kind = ExprKind::Binary(BinaryOp::Equal, Box::new(old.clone()), Box::new(expected));
        let same = Expr {
            kind,
            ty: int(),
            span,
        };
        let same = block.keep(cast(CastKind::IntegralToBoolean, same, Type::Bool), self)?;
        let kind = StatementKind::Expression(assign(dereference(address)?, desired)?);
        block.add(Statement {
            kind: StatementKind::If {
                condition: same.clone(),
                then: Box::new(Statement { kind, span }),
                otherwise: None,
            },
            span,
        });
        Some(block.end(match result {
            Swapped::Whether => same,
            Swapped::Old => old,
        }))
    }

    /// Whether the operand is a value of the place's type: `__atomic_store` has a pointer to one.
    fn is_value(&mut self, place: &Node, value: &Node) -> bool {
        let (place, value) = (self.type_of(place), self.type_of(value));
        match place {
            Type::Pointer(target) => *target == value,
            _ => false,
        }
    }

    fn fetch(&mut self, node: &Node, op: BinaryOp, place: &Node, value: &Node) -> Option<Expr> {
        let mut block = Block::new(self, node.begin);
        let address = block.keep(self.expression(place), self)?;
        let value = block.keep(self.expression(value), self)?;
        let object = self.accessed_at(place, dereference(address.clone())?);
        let old = block.keep(self.read(object), self)?;
        let object = self.accessed_at(place, dereference(address)?);
        block.run(self.change(op, object, value)?);
        Some(block.end(old))
    }

    /// `*place op= value`.
    fn change(&self, op: BinaryOp, place: Expr, value: Expr) -> Option<Expr> {
        let Type::Int(kind) = place.ty else {
            return None;
        };
        // Signed arithmetic wraps silently here (C11 7.17.7.5).
        let computed = match (kind.width, kind.signed) {
            (..32, _) => int(),
            (32, true) => unsigned("unsigned int", 32),
            (64, true) => unsigned("unsigned long long", 64),
            _ => place.ty.clone(),
        };
        let value = self.convert_integer(value, computed.clone())?;
        let (ty, span) = (place.ty.clone(), place.span);
        let op = AssignOp::Compound {
            op,
            left: computed.clone(),
            result: computed,
        };
        let kind = ExprKind::Assign {
            op,
            target: Box::new(place),
            value: Box::new(value),
        };
        Some(Expr { kind, ty, span })
    }

    /// `_Bool same = *place == *expected; if (same) *place = desired; else *expected = *place;`
    fn compare_exchange(
        &mut self,
        node: &Node,
        place: &Node,
        expected: &Node,
        desired: &Node,
    ) -> Option<Expr> {
        if !self.is_value(place, desired) {
            return None;
        }
        let mut block = Block::new(self, node.begin);
        let address = block.keep(self.expression(place), self)?;
        let expected = block.keep(self.expression(expected), self)?;
        let desired = block.keep(self.expression(desired), self)?;
        let object = self.accessed_at(place, dereference(address.clone())?);
        let current = block.keep(self.read(object), self)?;
        let wanted = self.read(dereference(expected.clone())?);
        if current.ty != wanted.ty || !matches!(current.ty, Type::Int(_) | Type::Pointer(_)) {
            return None;
        }
        let kind = ExprKind::Binary(BinaryOp::Equal, Box::new(current.clone()), Box::new(wanted));
        let same = Expr {
            kind,
            ty: int(),
            span: node.begin,
        };
        let same = block.keep(cast(CastKind::IntegralToBoolean, same, Type::Bool), self)?;
        let span = node.begin;
        let statement = |value: Expr| {
            let kind = StatementKind::Expression(value);
            Box::new(Statement { kind, span })
        };
        let then = statement(assign(dereference(address)?, desired)?);
        let otherwise = statement(assign(dereference(expected)?, current)?);
        block.add(Statement {
            kind: StatementKind::If {
                condition: same.clone(),
                then,
                otherwise: Some(otherwise),
            },
            span,
        });
        Some(block.end(same))
    }
}

/// What a comparison with exchange returns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Swapped {
    Whether,
    Old,
}

fn operator(word: &str) -> Option<BinaryOp> {
    operators::binary(match word {
        "add" => "+",
        "sub" => "-",
        "and" => "&",
        "or" => "|",
        "xor" => "^",
        _ => return None,
    })
}

fn unsigned(name: &'static str, width: u32) -> Type {
    Type::Int(IntKind {
        width,
        signed: false,
        name,
    })
}
