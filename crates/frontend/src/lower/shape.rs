//! How C types become values.

use crate::ast::{FloatKind, IntKind, RecordId, RecordKind, Type, Unit, layout};
use invar_cfa::{DataModel, IntegerType, Target, VarId};
use invar_term::Sort;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// How the bits of a scalar are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    Signed,
    Unsigned,
    Bool,
    /// Object and byte offset; see `pointer`.
    Pointer,
    Float(FloatKind),
    /// A byte that is copied: its eight bits, and above them the mark that says whether it belongs
    /// to a pointer; see `memory::marks`.
    Copied,
}

/// A scalar: an integer type, `_Bool`, an enumeration, a bit-field, a pointer or a float.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Scalar {
    /// Bits of a value of the type; of a float, the bits of its representation.
    pub width: u32,
    /// Bits that are kept in a plain variable: fewer for bit-fields, one for `_Bool`.
    pub stored: u32,
    /// How the bits are read.
    pub class: Class,
    /// Bytes in memory.
    pub bytes: u32,
    /// The type's name.
    pub name: &'static str,
}

impl Scalar {
    pub const INT: Scalar = integer_scalar(32, Class::Signed, "int");
    pub const WIDE: Scalar = integer_scalar(64, Class::Unsigned, "unsigned long long");
    pub const WORD: Scalar = integer_scalar(32, Class::Unsigned, "unsigned int");
    pub const BYTE: Scalar = integer_scalar(8, Class::Unsigned, "unsigned char");
    /// A byte that is copied without a look at what it belongs to.
    pub const COPIED: Scalar = Scalar {
        width: 8 + super::pointer_bits::MARK_BITS,
        stored: 8 + super::pointer_bits::MARK_BITS,
        class: Class::Copied,
        bytes: 1,
        name: "unsigned char",
    };

    /// A pointer; the value is as wide in both data models, only its place in memory differs.
    pub fn pointer(model: DataModel) -> Scalar {
        Scalar {
            width: super::pointer_bits::WIDTH,
            stored: super::pointer_bits::WIDTH,
            class: Class::Pointer,
            bytes: model.pointer_bits() / 8,
            name: "void *",
        }
    }

    fn float(target: &Target, kind: FloatKind) -> Scalar {
        let (width, bytes, name) = match kind {
            FloatKind::Float => (32, 4, "float"),
            FloatKind::Double => (64, 8, "double"),
            FloatKind::LongDouble => (80, target.long_double.size().0, "long double"),
            FloatKind::Quad => (128, 16, "__float128"),
        };
        Scalar {
            width,
            stored: width,
            class: Class::Float(kind),
            bytes,
            name,
        }
    }

    pub fn signed(self) -> bool {
        self.class == Class::Signed
    }

    pub fn is_integer(self) -> bool {
        matches!(self.class, Class::Signed | Class::Unsigned | Class::Bool)
    }

    pub fn integer(self) -> IntegerType {
        IntegerType {
            width: self.stored,
            signed: self.signed(),
        }
    }

    /// The sort of a plain variable.
    pub fn sort(self) -> Sort {
        match self.class {
            Class::Float(kind) => float_sort(kind),
            _ => Sort::BitVec(self.stored),
        }
    }

    /// This type, kept in full width.
    pub fn in_full(self) -> Scalar {
        Scalar {
            stored: self.width,
            ..self
        }
    }
}

const fn integer_scalar(width: u32, class: Class, name: &'static str) -> Scalar {
    Scalar {
        width,
        stored: width,
        class,
        bytes: width / 8,
        name,
    }
}

/// The sort of a floating-point type.
pub(super) fn float_sort(kind: FloatKind) -> Sort {
    let (exponent, significand) = match kind {
        FloatKind::Float => (8, 24),
        FloatKind::Double => (11, 53),
        FloatKind::LongDouble => (15, 64),
        FloatKind::Quad => (15, 113),
    };
    Sort::Float {
        exponent,
        significand,
    }
}

/// A member of a struct.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Member {
    pub name: Arc<str>,
    pub shape: Rc<Shape>,
    /// Bits from the start of the struct.
    pub bit_offset: u64,
    /// Whether it is a bit-field.
    pub bit_field: bool,
}

impl Member {
    /// First bit in its first byte and number of bits, of a bit-field.
    pub fn bits(&self) -> Option<(u32, u32)> {
        match (&*self.shape, self.bit_field) {
            (Shape::Scalar(scalar), true) => Some(((self.bit_offset % 8) as u32, scalar.stored)),
            _ => None,
        }
    }
}

/// What a C type is made of.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Shape {
    Scalar(Scalar),
    /// Elements with their number. A flexible array has none.
    Array(Rc<Shape>, u64),
    Struct {
        members: Vec<Member>,
        size: u64,
        /// Number of variables of a plain value.
        leaves: usize,
    },
    /// As a value, an array of bytes.
    Union {
        size: u64,
    },
    /// A value that is not modelled, with the name of the construct.
    Opaque(&'static str),
}

impl Shape {
    /// The shape of a call without a value.
    pub fn nothing() -> Rc<Shape> {
        Rc::new(Shape::Struct {
            members: Vec::new(),
            size: 0,
            leaves: 0,
        })
    }

    /// The members of a struct; none of anything else.
    pub fn members(&self) -> &[Member] {
        match self {
            Shape::Struct { members, .. } => members,
            _ => &[],
        }
    }

    /// Number of variables that hold a value of this shape.
    pub fn leaf_count(&self) -> usize {
        match self {
            Shape::Scalar(_) | Shape::Union { .. } => 1,
            Shape::Array(element, _) => element.leaf_count(),
            Shape::Struct { leaves, .. } => *leaves,
            Shape::Opaque(_) => 0,
        }
    }

    /// Whether there is a union in it. Objects of such types are copied without a look at which
    /// parts are read, so that some bytes may belong to no part.
    pub fn has_union(&self) -> bool {
        match self {
            Shape::Union { .. } => true,
            Shape::Array(element, _) => element.has_union(),
            Shape::Struct { members, .. } => members.iter().any(|m| m.shape.has_union()),
            Shape::Scalar(_) | Shape::Opaque(_) => false,
        }
    }

    /// Bytes in memory.
    pub fn size(&self) -> u64 {
        match self {
            Shape::Scalar(scalar) => u64::from(scalar.bytes),
            Shape::Array(element, length) => element.size() * length,
            Shape::Struct { size, .. } | Shape::Union { size } => *size,
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
            Shape::Struct { members, .. } => {
                members.iter().flat_map(|m| m.shape.leaves()).collect()
            }
            Shape::Union { size } => vec![(Scalar::COPIED, vec![*size])],
            Shape::Opaque(_) => Vec::new(),
        }
    }

    /// The name of the construct, for messages.
    pub fn construct(&self) -> &'static str {
        match self {
            Shape::Scalar(_) => "scalar",
            Shape::Array(..) => "array used as a value",
            Shape::Struct { .. } => "struct used as a value",
            Shape::Union { .. } => "union used as a value",
            Shape::Opaque(construct) => construct,
        }
    }
}

/// Width of array indices in terms. Plain arrays with more elements are opaque.
pub(super) const INDEX_BITS: u32 = 32;
const MAX_ELEMENTS: u64 = 1 << 30;

/// The sort of a variable with these dimensions.
pub(super) fn leaf_sort(scalar: Scalar, dims: &[u64]) -> Sort {
    if dims.is_empty() {
        scalar.sort()
    } else {
        Sort::array(Sort::BitVec(INDEX_BITS), scalar.sort())
    }
}

/// The shapes of a unit's types; those of records are kept.
pub(super) struct Shapes<'u> {
    unit: &'u Unit,
    model: DataModel,
    records: RefCell<FxHashMap<RecordId, Rc<Shape>>>,
}

impl<'u> Shapes<'u> {
    pub fn new(unit: &'u Unit, model: DataModel) -> Shapes<'u> {
        Shapes {
            unit,
            model,
            records: RefCell::default(),
        }
    }

    /// The scalar that a type is, if it is one.
    pub fn scalar(&self, ty: &Type) -> Option<Scalar> {
        Some(match ty {
            Type::Bool => Scalar {
                width: 8,
                stored: 1,
                class: Class::Bool,
                bytes: 1,
                name: "_Bool",
            },
            Type::Int(kind) => from_kind(*kind),
            Type::Enum(id) => from_kind(*self.unit.enums.get(id.0 as usize)?),
            Type::Float(kind) => Scalar::float(self.unit.target(self.model), *kind),
            Type::Pointer(_) => Scalar::pointer(self.model),
            _ => return None,
        })
    }

    /// The shape of a type.
    pub fn of(&self, ty: &Type) -> Rc<Shape> {
        if let Some(scalar) = self.scalar(ty) {
            return Rc::new(Shape::Scalar(scalar));
        }
        match ty {
            Type::Array(element, length) => array_shape(self.of(element), length.unwrap_or(0)),
            Type::Record(id) => {
                if let Some(known) = self.records.borrow().get(id) {
                    return known.clone();
                }
                let shape = Rc::new(self.record(*id));
                self.records.borrow_mut().insert(*id, shape.clone());
                shape
            }
            Type::VariableArray(..) => Rc::new(Shape::Opaque("variable-length array")),
            Type::Void => Rc::new(Shape::Opaque("void")),
            Type::Function(_) => Rc::new(Shape::Opaque("function")),
            _ => Rc::new(Shape::Opaque("type that is not modelled")),
        }
    }

    fn record(&self, id: RecordId) -> Shape {
        let record = self.unit.record(id);
        let Some(fields) = &record.fields else {
            return Shape::Opaque("incomplete struct");
        };
        let Some(layout) = layout::record_layout(self.unit, self.model, id) else {
            return Shape::Opaque("struct with an unusual layout");
        };
        if record.kind == RecordKind::Union {
            return Shape::Union { size: layout.size };
        }
        let mut members = Vec::new();
        for (field, offset) in fields.iter().zip(&layout.offsets) {
            let shape = match (self.scalar(&field.ty), field.bits) {
                (Some(scalar), Some(bits)) if bits > 0 && bits <= scalar.width => {
                    Rc::new(Shape::Scalar(Scalar {
                        stored: bits.min(scalar.stored),
                        ..scalar
                    }))
                }
                // A bit-field of no width only changes the layout.
                (_, Some(_)) => Rc::new(Shape::Opaque("bit-field")),
                (_, None) => self.of(&field.ty),
            };
            members.push(Member {
                name: field.name.clone(),
                shape,
                bit_offset: offset.bits,
                bit_field: field.bits.is_some(),
            });
        }
        Shape::Struct {
            leaves: members.iter().map(|m| m.shape.leaf_count()).sum(),
            size: layout.size,
            members,
        }
    }
}

fn from_kind(kind: IntKind) -> Scalar {
    let class = if kind.signed {
        Class::Signed
    } else {
        Class::Unsigned
    };
    integer_scalar(kind.width, class, kind.name)
}

fn array_shape(element: Rc<Shape>, length: u64) -> Rc<Shape> {
    let largest = |dims: &[u64]| dims.iter().try_fold(length, |n, d| n.checked_mul(*d));
    let too_large = || {
        element
            .leaves()
            .iter()
            .any(|(_, dims)| largest(dims).is_none_or(|n| n > MAX_ELEMENTS))
    };
    match *element {
        Shape::Opaque(construct) => Rc::new(Shape::Opaque(construct)),
        _ if length > 1 && too_large() => {
            Rc::new(Shape::Opaque("array of more than 2^30 elements"))
        }
        _ => Rc::new(Shape::Array(element, length)),
    }
}

/// The variables of a plain C object.
#[derive(Clone, Debug)]
pub(super) struct Storage {
    pub shape: Rc<Shape>,
    pub leaves: Rc<[VarId]>,
}
