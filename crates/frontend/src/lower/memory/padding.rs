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
    /// The padding of an object in memory, as far as something accesses it, holds anything from now on. Bit-fields that
    /// share a byte with padding keep their value: an object may be assigned to itself.
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
        for Unused { byte, bits } in unused_bits(&memory.shape) {
            let offset = byte as i64;
            let spot = Spot {
                pointer: self.moved(memory.pointer, offset),
                cell: self.lowering.points_to.moved(memory.cell, offset),
                bits,
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

/// Bits of one byte of an object that are in no scalar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Unused {
    byte: u64,
    /// The first of them and their number; all bits of the byte if none are given.
    bits: Option<(u32, u32)>,
}

/// The bits of an object that are in no scalar, in the order of the bytes.
fn unused_bits(shape: &Shape) -> Vec<Unused> {
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
    let mut unused = Vec::new();
    for (byte, mask) in (0..).zip(used) {
        if mask == 0 {
            unused.push(Unused { byte, bits: None });
        } else {
            let runs = runs_of_zeros(mask).into_iter();
            unused.extend(runs.map(|run| Unused {
                byte,
                bits: Some(run),
            }));
        }
    }
    unused
}

/// The runs of zeros in a byte: the first bit and the number of bits of each.
fn runs_of_zeros(mask: u8) -> Vec<(u32, u32)> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for bit in (0..u8::BITS).filter(|bit| mask & (1 << bit) == 0) {
        match runs.last_mut() {
            Some((first, width)) if *first + *width == bit => *width += 1,
            _ => runs.push((bit, 1)),
        }
    }
    runs
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

#[cfg(test)]
mod tests {
    use super::runs_of_zeros;

    #[test]
    fn zeros_between_ones_are_runs() {
        assert_eq!(runs_of_zeros(0b1111_1111), []);
        assert_eq!(runs_of_zeros(0b0111_1111), [(7, 1)]);
        assert_eq!(runs_of_zeros(0b0110_0110), [(0, 1), (3, 2), (7, 1)]);
    }
}
