//! Padding takes unspecified values when a struct is stored or initialised (C11 6.2.6.1): compilers copy it, keep it or
//! leave what was there, so it holds anything afterwards.

use super::access::{Spot, Updates};
use crate::ast::{Expr, ExprKind, FloatKind, Initialiser};
use crate::lower::body::{Body, Lowered};
use crate::lower::instances::instances;
use crate::lower::place::{Memory, Place};
use crate::lower::shape::{Class, Scalar, Shape};
use invar_cfa::Span;

/// Scalars of an object whose padding is looked at.
const MAX_SCALARS: usize = 10_000;

/// What padding holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::lower) enum Padding {
    /// Nothing looks at it.
    Unused,
    Anything,
    Zero,
}

impl Body<'_, '_> {
    /// The padding of an object in memory, as far as something accesses it, holds anything from now on; so does the
    /// rest of bytes that bit-fields share with padding.
    pub(in crate::lower) fn forget_padding(
        &mut self,
        memory: &Memory,
        span: Option<Span>,
    ) -> Lowered<Padding> {
        self.set_padding(memory, Padding::Anything, span)
    }

    fn set_padding(
        &mut self,
        memory: &Memory,
        wanted: Padding,
        span: Option<Span>,
    ) -> Lowered<Padding> {
        let mut padding = Padding::Unused;
        if matches!(*memory.shape, Shape::Scalar(_)) || self.forgets_memory() {
            return Ok(padding);
        }
        let mut updates = Updates::default();
        for byte in padding_bytes(&memory.shape) {
            let offset = byte as i64;
            let spot = Spot {
                pointer: self.moved(memory.pointer, offset),
                cell: self.lowering.regions.moved(memory.cell, offset),
                bits: None,
            };
            if self.is_unused(spot, true) {
                continue;
            }
            let value = match wanted {
                Padding::Zero => self.terms.bv(8, 0),
                Padding::Unused | Padding::Anything => self.any_scalar(Scalar::BYTE, span),
            };
            self.store(&mut updates, spot, Scalar::BYTE, value, span)?;
            padding = wanted;
        }
        self.commit(&updates, span);
        Ok(padding)
    }

    /// The padding of an automatic object that is about to be initialised. Where all of it becomes zero, compilers
    /// clear it as a whole.
    pub(in crate::lower) fn initialise_padding(
        &mut self,
        place: &Place,
        initialiser: &Expr,
    ) -> Lowered<Padding> {
        let wanted = if initialises_with_zeros(initialiser) {
            Padding::Zero
        } else {
            Padding::Anything
        };
        match place {
            Place::Memory(memory) => self.set_padding(memory, wanted, initialiser.span),
            Place::Plain(_) => Ok(Padding::Unused),
        }
    }
}

/// The bytes of an object of which some bits are in no scalar.
fn padding_bytes(shape: &Shape) -> Vec<u64> {
    let Some(scalars) = instances(shape, MAX_SCALARS) else {
        return Vec::new();
    };
    let mut used = vec![0_u8; shape.size() as usize];
    for scalar in scalars {
        let (first, width) = match scalar.bits {
            Some((first, width)) => (u64::from(first), u64::from(width)),
            None => (0, value_bits(scalar.scalar)),
        };
        let start = scalar.bit_offset / 8 * 8 + first;
        for bit in start..start + width {
            if let Some(byte) = used.get_mut((bit / 8) as usize) {
                *byte |= 1 << (bit % 8);
            }
        }
    }
    let bytes = used.into_iter().enumerate();
    let open = bytes.filter(|(_, bits)| *bits != u8::MAX);
    open.map(|(byte, _)| byte as u64).collect()
}

/// Bits of a scalar in memory that belong to its value.
fn value_bits(scalar: Scalar) -> u64 {
    match scalar.class {
        Class::Float(FloatKind::LongDouble) => 80,
        _ => u64::from(scalar.bytes) * 8,
    }
}

/// Whether an initialiser consists of zeros.
pub(in crate::lower) fn initialises_with_zeros(initialiser: &Expr) -> bool {
    match &initialiser.kind {
        ExprKind::ZeroInitialiser | ExprKind::Initialiser(Initialiser::Empty) => true,
        ExprKind::Integer(value) => *value == 0,
        ExprKind::Initialiser(list) => list.parts().into_iter().all(initialises_with_zeros),
        ExprKind::Cast(_, inner) | ExprKind::CompoundLiteral(inner) => {
            initialises_with_zeros(inner)
        }
        _ => false,
    }
}
