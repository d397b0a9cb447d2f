//! String literals: C leaves open which of them share their bytes (C11 6.4.5 paragraph 7).

use crate::ast::{ExprKind, layout};
use crate::lower::body::Body;
use crate::lower::lowering::Lowering;
use crate::lower::pointer_bits::OFFSET_BITS;
use crate::lower::state::StaticObject;
use crate::points_to::{Cell, ExprKey, Object};
use invar_cfa::Span;
use invar_term::TermId;

/// A string literal that the program has.
struct StringObject<'u> {
    key: ExprKey,
    text: &'u [u32],
    /// Bytes of a character.
    width: u64,
}

impl Body<'_, '_> {
    /// Whether two pointers may be compared for equality. Equal literals of one file are one object, as gcc and clang
    /// have it; those of different files, and a literal that another one ends with, may be one or not.
    pub(in crate::lower) fn check_literals(
        &mut self,
        (a, left): (TermId, Cell),
        (b, right): (TermId, Cell),
        span: Option<Span>,
    ) {
        if self.forgets_memory() {
            return;
        }
        let (left, right) = (self.lowering.strings(left), self.lowering.strings(right));
        let mut open = Vec::new();
        for x in &left {
            for y in &right {
                if let Some(shift) = self.lowering.open_shift(x, y) {
                    open.push(self.lies_at((a, x), (b, y), shift));
                } else if let Some(shift) = self.lowering.open_shift(y, x) {
                    open.push(self.lies_at((b, y), (a, x), shift));
                }
            }
        }
        if open.is_empty() {
            return;
        }
        let t = self.terms.clone();
        open.retain(|condition| !t.is_false(*condition));
        let reached = t.and(&self.guards);
        let fine = t.not(t.and(&[reached, t.or(&open)]));
        let construct = "comparison of string literals that may be one object";
        self.require_modelled(fine, construct, span);
    }

    /// Whether the first pointer lies in one literal as many bytes after the second one in the other as given.
    fn lies_at(
        &mut self,
        (a, x): (TermId, &StringObject<'_>),
        (b, y): (TermId, &StringObject<'_>),
        shift: u64,
    ) -> TermId {
        let t = self.terms.clone();
        let offset = |pointer| t.extract(OFFSET_BITS - 1, 0, pointer);
        let shift = t.bv(OFFSET_BITS, u128::from(shift));
        let mut both = vec![t.eq(offset(a), t.bv_add(offset(b), shift))];
        for (pointer, literal) in [(a, x), (b, y)] {
            let number = StaticObject::Literal(literal.key);
            let number = self.lowering.object_number(number);
            both.push(t.eq(self.object_of(pointer), t.bv(32, u128::from(number))));
            both.push(self.is_program(pointer));
        }
        t.and(&both)
    }
}

impl<'u> Lowering<'u> {
    /// The string literals that a pointer to a cell may point into.
    fn strings(&self, cell: Cell) -> Vec<StringObject<'u>> {
        let objects = self.points_to.node(cell.node).objects.iter();
        let strings = objects.filter_map(|(object, _)| match object {
            Object::Literal(key) => self.string(*key),
            _ => None,
        });
        strings.collect()
    }

    fn string(&self, key: ExprKey) -> Option<StringObject<'u>> {
        let literal = self.points_to.expression(key)?;
        let ExprKind::String(text) = &literal.kind else {
            return None;
        };
        let size = layout::size_of(self.unit, self.program.data_model, &literal.ty)?;
        let width = (size / (text.len() as u64 + 1)).max(1);
        Some(StringObject { key, text, width })
    }

    /// The bytes between the beginning of a literal and that of another one, or of another copy of it, whose bytes
    /// may be its last ones.
    fn open_shift(&self, long: &StringObject<'_>, short: &StringObject<'_>) -> Option<u64> {
        let are_same = long.key == short.key;
        let is_open = if are_same {
            self.unit.linked > 0 && self.points_to.is_repeated(long.key)
        } else {
            long.width == short.width && long.text.ends_with(short.text)
        };
        let characters = (long.text.len() - short.text.len().min(long.text.len())) as u64;
        is_open.then_some(characters * long.width)
    }
}
