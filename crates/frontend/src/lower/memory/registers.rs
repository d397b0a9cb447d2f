//! Registers of devices at constant addresses (`--mmio`): bytes in given ranges of addresses that are no objects of the
//! program. Reads give any value, writes are accepted.

use crate::ast::Expr;
use crate::lower::body::{Body, Lowered};
use crate::lower::pointer_bits::WIDTH;
use crate::points_to::{Cell, Object};
use invar_cfa::Span;
use invar_term::TermId;

impl Body<'_, '_> {
    /// Whether bytes at a pointer are all in one range of registers; `None` if no register can be there.
    pub(in crate::lower) fn in_registers(
        &self,
        pointer: TermId,
        cell: Cell,
        bytes: TermId,
    ) -> Option<TermId> {
        let ranges = &self.lowering.unit.registers;
        if ranges.is_empty() || !self.may_be_number(cell) {
            return None;
        }
        let t = &self.terms;
        let number = |value: u64| t.bv(WIDTH, u128::from(value));
        let within = ranges.iter().map(|range| {
            let size = number(range.last - range.first);
            let distance = t.bv_sub(pointer, number(range.first));
            // The last byte is inside, and no sum wraps around.
            let rest = t.bv_sub(bytes, number(1));
            t.and(&[
                t.bv_ule(rest, size),
                t.bv_ule(distance, t.bv_sub(size, rest)),
            ])
        });
        let within: Vec<TermId> = within.collect();
        Some(t.or(&within))
    }

    /// Whether nothing but registers can be where a pointer of a node points: it is a number that the text has, and the
    /// ranges say where registers are.
    pub(in crate::lower) fn is_register_only(&self, cell: Cell) -> bool {
        let node = self.lowering.points_to.node(cell.node);
        !self.lowering.unit.registers.is_empty()
            && node.constant_addresses
            && !node.from_numbers
            && !node.unchecked
            && !node.from_external
    }

    /// Blocks of registers are not filled or copied.
    pub(in crate::lower) fn check_no_registers(
        &mut self,
        arguments: &[Expr],
        span: Option<Span>,
    ) -> Lowered<()> {
        let points_to = &self.lowering.points_to;
        let leads_there = arguments.iter().any(|argument| {
            let cell = points_to.pointee(argument);
            let node = cell.map(|cell| points_to.node(cell.node));
            node.is_some_and(|node| node.constant_addresses || node.from_numbers)
        });
        if leads_there && !self.lowering.unit.registers.is_empty() {
            self.unsupported("registers of a device, in a library function", span)
        } else {
            Ok(())
        }
    }

    /// Whether a pointer of a node may be a plain number.
    fn may_be_number(&self, cell: Cell) -> bool {
        let node = self.lowering.points_to.node(cell.node);
        let has_external = || {
            node.objects
                .iter()
                .any(|(object, _)| *object == Object::External)
        };
        node.constant_addresses
            || node.from_numbers
            || node.unchecked
            || node.objects.is_empty()
            || has_external()
    }
}
