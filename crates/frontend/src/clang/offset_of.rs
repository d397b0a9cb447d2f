//! `__builtin_offsetof`. The dump of it has neither the type nor the members, only the indices. In text that clang
//! preprocesses, a macro puts the address beside it; in text that was preprocessed before, the operands are read from
//! the text.

use super::convert::Converter;
use super::node::Node;
use super::scan::{Scan, without_comments};
use super::source_text::Origin;
use super::type_text::parse_type;
use crate::ast::layout::Layouts;
use crate::ast::{CastKind, Expr, ExprKind, Type, UnaryOp};

impl Converter {
    /// The offset that [`WITH_ADDRESS`] makes the sum `node` of, if that made it: without the macro around it, no
    /// `__builtin_offsetof` comes out of a macro.
    pub(super) fn offset_with_address(&mut self, node: &Node) -> Option<Expr> {
        let [offset, product] = node.inner.as_slice() else {
            return None;
        };
        if &*offset.kind != "OffsetOfExpr" || offset.extent()?.origin() == Origin::Plain {
            return None;
        }
        let [_, size] = product.inner.as_slice() else {
            return None;
        };
        let [address] = size.inner.as_slice() else {
            return None;
        };
        let address = self.expression(address);
        let offset = self.null_address(&address)?;
        Some(self.integer(node, offset.into()))
    }

    /// The address of something in an object at null.
    fn null_address(&self, pointer: &Expr) -> Option<u64> {
        match &pointer.kind {
            ExprKind::Cast(CastKind::NullToPointer, _) => Some(0),
            ExprKind::Cast(CastKind::BitCast | CastKind::NoOp, inner) => self.null_address(inner),
            ExprKind::Cast(CastKind::ArrayToPointer, object)
            | ExprKind::Unary(UnaryOp::AddressOf, object) => self.in_null_object(object),
            _ => None,
        }
    }

    fn in_null_object(&self, object: &Expr) -> Option<u64> {
        match &object.kind {
            ExprKind::Unary(UnaryOp::Dereference, pointer) => self.null_address(pointer),
            ExprKind::Member {
                base,
                record,
                field,
            } => {
                let layout = Layouts::new(&self.unit, self.data_model).record(*record)?;
                let offset = layout.offsets.get(*field as usize)?.bits / 8;
                self.in_null_object(base)?.checked_add(offset)
            }
            ExprKind::Index { base, index } => {
                let size = Layouts::new(&self.unit, self.data_model).size_of(&object.ty)?;
                let index = u64::try_from(self.evaluate(index)?).ok()?;
                self.null_address(base)?
                    .checked_add(index.checked_mul(size)?)
            }
            _ => None,
        }
    }

    /// The offset as a constant.
    pub(super) fn offset_of(&mut self, node: &Node) -> Expr {
        match self.offset(node) {
            Some(offset) => self.integer(node, offset.into()),
            None => self.unsupported(node, "offsetof"),
        }
    }

    fn offset(&mut self, node: &Node) -> Option<u64> {
        let extent = node.extent()?;
        let text = match extent.origin() {
            Origin::Plain | Origin::Argument => extent.written(&mut self.files)?,
            // Where `offsetof` itself is the macro, its use has the same operands.
            Origin::Body => extent.text_from_use(&mut self.files)?,
        };
        let text = without_comments(&text);
        let mut scan = Scan::new(&text);
        if !matches!(scan.word(), "__builtin_offsetof" | "offsetof") {
            return None;
        }
        let mut scan = Scan::new(scan.parenthesised()?);
        let ty: Vec<&str> = scan.argument().split_whitespace().collect();
        let ty = parse_type(&ty.join(" "), self);
        if !scan.eat(",") {
            return None;
        }
        let mut indices = node.inner.iter();
        let (mut ty, mut bits) = (ty, 0_u64);
        let mut is_first = true;
        while !scan.rest().is_empty() {
            if scan.rest().starts_with('[') {
                let index = self.expression(indices.next()?);
                let index = u64::try_from(self.evaluate(&index)?).ok()?;
                scan = Scan::new(after_brackets(scan.rest())?);
                let Type::Array(element, _) = ty else {
                    return None;
                };
                let size = Layouts::new(&self.unit, self.data_model).size_of(&element)?;
                bits = bits.checked_add(index.checked_mul(size)?.checked_mul(8)?)?;
                ty = (*element).clone();
                continue;
            }
            if !is_first && !scan.eat(".") {
                return None;
            }
            is_first = false;
            let Type::Record(record) = ty else {
                return None;
            };
            let path = self.member_path(record, scan.word())?;
            for (record, field) in path {
                let layout = Layouts::new(&self.unit, self.data_model).record(record)?;
                let field = field as usize;
                let known = self.unit.record(record).fields.as_ref()?.get(field)?;
                if known.bits.is_some() {
                    return None;
                }
                bits = bits.checked_add(layout.offsets.get(field)?.bits)?;
                ty = known.ty.clone();
            }
        }
        (!is_first && indices.next().is_none()).then_some(bits / 8)
    }
}

/// What follows `[ ... ]`.
fn after_brackets(text: &str) -> Option<&str> {
    let mut depth = 0_u32;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'[' => depth += 1,
            b']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(&text[at + 1..]);
        }
    }
    None
}
