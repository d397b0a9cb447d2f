//! The scalars of an object, one by one.

use super::shape::{Scalar, Shape};

/// A scalar in an object.
pub(super) struct Instance {
    /// Which variable of a plain value holds it.
    pub leaf: usize,
    /// Its position, if that variable is an array.
    pub index: Option<u64>,
    pub scalar: Scalar,
    /// Bits from the start of the object.
    pub bit_offset: u64,
    /// First bit in its first byte and number of bits, of a bit-field.
    pub bits: Option<(u32, u32)>,
}

/// All scalars of a shape in order; `None` if there are more than `limit`.
pub(super) fn instances(shape: &Shape, limit: usize) -> Option<Vec<Instance>> {
    let mut found = Vec::new();
    let walk = Walk { limit };
    walk.visit(shape, 0, None, 0, None, &mut found)?;
    Some(found)
}

struct Walk {
    limit: usize,
}

impl Walk {
    fn visit(
        &self,
        shape: &Shape,
        leaf: usize,
        index: Option<u64>,
        bit_offset: u64,
        bits: Option<(u32, u32)>,
        found: &mut Vec<Instance>,
    ) -> Option<()> {
        let nested = |i: u64, length: u64| Some(index.unwrap_or(0) * length + i);
        match shape {
            Shape::Scalar(scalar) => {
                if found.len() >= self.limit {
                    return None;
                }
                found.push(Instance {
                    leaf,
                    index,
                    scalar: *scalar,
                    bit_offset,
                    bits,
                });
            }
            Shape::Array(element, length) => {
                let size = element.size() * 8;
                for i in 0..*length {
                    let offset = bit_offset + i * size;
                    self.visit(element, leaf, nested(i, *length), offset, None, found)?;
                    if matches!(**element, Shape::Opaque(_)) || element.leaf_count() == 0 {
                        break;
                    }
                }
            }
            Shape::Struct { members, .. } => {
                let mut leaf = leaf;
                for member in members {
                    let offset = bit_offset + member.bit_offset;
                    self.visit(&member.shape, leaf, index, offset, member.bits(), found)?;
                    leaf += member.shape.leaf_count();
                }
            }
            Shape::Union { size } => {
                for i in 0..*size {
                    if found.len() >= self.limit {
                        return None;
                    }
                    found.push(Instance {
                        leaf,
                        index: nested(i, *size),
                        scalar: Scalar::COPIED,
                        bit_offset: bit_offset + 8 * i,
                        bits: None,
                    });
                }
            }
            Shape::Opaque(_) => {}
        }
        Some(())
    }
}
