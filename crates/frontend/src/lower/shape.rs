//! How C types become variables.

use crate::ast::{IntKind, RecordKind, Type, Unit};
use invar_cfa::{IntegerType, VarId};
use invar_term::Sort;
use std::rc::Rc;
use std::sync::Arc;

/// A scalar that is modelled: an integer type, `_Bool`, an enumeration or a bit-field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Scalar {
    /// Bits of a value of the type.
    pub width: u32,
    /// Bits that are kept in memory: fewer for bit-fields, one for `_Bool`.
    pub stored: u32,
    /// How values are extended.
    pub signed: bool,
    /// The type's name.
    pub name: &'static str,
}

impl Scalar {
    pub fn integer(self) -> IntegerType {
        IntegerType {
            width: self.stored,
            signed: self.signed,
        }
    }
}

/// What a C type is made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    Scalar(Scalar),
    Array(Rc<Shape>, u64),
    /// Members with their names, in order.
    Struct(Vec<(Arc<str>, Rc<Shape>)>),
    /// A value that is not modelled, with the name of the construct.
    Opaque(&'static str),
}

impl Shape {
    /// Number of variables that hold a value of this shape.
    pub fn leaf_count(&self) -> usize {
        match self {
            Shape::Scalar(_) => 1,
            Shape::Array(element, _) => element.leaf_count(),
            Shape::Struct(fields) => fields.iter().map(|(_, f)| f.leaf_count()).sum(),
            Shape::Opaque(_) => 0,
        }
    }

    /// The scalar and the array dimensions, outermost first, of each variable.
    pub fn leaves(&self) -> Vec<(Scalar, Vec<u64>)> {
        match self {
            Shape::Scalar(scalar) => vec![(*scalar, Vec::new())],
            Shape::Array(element, length) => {
                let mut leaves = element.leaves();
                leaves
                    .iter_mut()
                    .for_each(|(_, dims)| dims.insert(0, *length));
                leaves
            }
            Shape::Struct(fields) => fields.iter().flat_map(|(_, f)| f.leaves()).collect(),
            Shape::Opaque(_) => Vec::new(),
        }
    }

    /// The opaque construct that makes a value of this shape (partly) unreadable as a scalar.
    pub fn construct(&self) -> &'static str {
        match self {
            Shape::Scalar(_) => "scalar",
            Shape::Array(..) => "array used as a value",
            Shape::Struct(_) => "struct used as a value",
            Shape::Opaque(construct) => construct,
        }
    }
}

/// Width of array indices in terms. Arrays with more elements are opaque.
pub(super) const INDEX_BITS: u32 = 32;
const MAX_ELEMENTS: u64 = 1 << 30;

/// The sort of a variable with these dimensions.
pub(super) fn leaf_sort(scalar: Scalar, dims: &[u64]) -> Sort {
    let element = Sort::BitVec(scalar.stored);
    if dims.is_empty() {
        element
    } else {
        Sort::array(Sort::BitVec(INDEX_BITS), element)
    }
}

/// The scalar that an integer-like type is.
pub(super) fn scalar_of(unit: &Unit, ty: &Type) -> Option<Scalar> {
    match ty {
        Type::Bool => Some(Scalar {
            width: 8,
            stored: 1,
            signed: false,
            name: "_Bool",
        }),
        Type::Int(kind) => Some(from_kind(*kind)),
        Type::Enum(id) => unit.enums.get(id.0 as usize).map(|kind| from_kind(*kind)),
        _ => None,
    }
}

fn from_kind(kind: IntKind) -> Scalar {
    Scalar {
        width: kind.width,
        stored: kind.width,
        signed: kind.signed,
        name: kind.name,
    }
}

/// The shape of a type.
pub(super) fn shape_of(unit: &Unit, ty: &Type) -> Shape {
    if let Some(scalar) = scalar_of(unit, ty) {
        return Shape::Scalar(scalar);
    }
    match ty {
        Type::Array(element, Some(length)) => array_shape(shape_of(unit, element), *length),
        Type::Array(_, None) => Shape::Opaque("array of unknown length"),
        Type::VariableArray(..) => Shape::Opaque("variable-length array"),
        Type::Record(id) => record_shape(unit, unit.record(*id)),
        Type::Pointer(_) => Shape::Opaque("pointer"),
        Type::Float(_) => Shape::Opaque("floating point"),
        Type::Void => Shape::Opaque("void"),
        Type::Function(_) => Shape::Opaque("function"),
        _ => Shape::Opaque("type that is not modelled"),
    }
}

fn array_shape(element: Shape, length: u64) -> Shape {
    let largest = |dims: &[u64]| dims.iter().try_fold(length, |n, d| n.checked_mul(*d));
    let too_large = element
        .leaves()
        .iter()
        .any(|(_, dims)| largest(dims).is_none_or(|n| n > MAX_ELEMENTS));
    match element {
        Shape::Opaque(construct) => Shape::Opaque(construct),
        _ if too_large => Shape::Opaque("array of more than 2^30 elements"),
        _ => Shape::Array(Rc::new(element), length),
    }
}

fn record_shape(unit: &Unit, record: &crate::ast::Record) -> Shape {
    let Some(fields) = &record.fields else {
        return Shape::Opaque("incomplete struct");
    };
    if record.kind == RecordKind::Union {
        return Shape::Opaque("union");
    }
    let shape = |field: &crate::ast::Field| match (shape_of(unit, &field.ty), field.bits) {
        (Shape::Scalar(scalar), Some(bits)) if bits > 0 && bits <= scalar.width => {
            Shape::Scalar(Scalar {
                stored: bits.min(scalar.stored),
                ..scalar
            })
        }
        // A bit-field of no width only changes the layout.
        (_, Some(_)) => Shape::Opaque("bit-field"),
        (shape, None) => shape,
    };
    Shape::Struct(
        fields
            .iter()
            .map(|f| (f.name.clone(), Rc::new(shape(f))))
            .collect(),
    )
}

/// The variables of a C object.
#[derive(Clone, Debug)]
pub(super) struct Storage {
    pub shape: Rc<Shape>,
    pub leaves: Rc<[VarId]>,
}
