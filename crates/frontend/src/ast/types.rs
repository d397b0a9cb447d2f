//! C types, typedefs resolved.

use super::VariableId;
use std::sync::Arc;

/// The result of a function that is mentioned before it is declared.
pub(crate) const UNDECLARED: &str = "result of an undeclared function";

/// An integer type under the data model.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IntKind {
    /// Bits, 8 to 128.
    pub width: u32,
    /// Whether it has negative values.
    pub signed: bool,
    /// Its spelling without typedefs, e.g. `unsigned long`.
    pub name: &'static str,
}

/// A floating-point type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatKind {
    /// IEEE single.
    Float,
    /// IEEE double.
    Double,
    /// x87 extended.
    LongDouble,
    /// IEEE quadruple (`__float128`, `_Float128`).
    Quad,
}

/// Name of a struct or union in its unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RecordId(pub u32);

/// Name of an enumeration in its unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EnumId(pub u32);

/// A C type without qualifiers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// `void`.
    Void,
    /// `_Bool`: one byte that holds 0 or 1.
    Bool,
    /// Any other integer type but enumerations.
    Int(IntKind),
    /// An enumeration; behaves as its underlying integer type.
    Enum(EnumId),
    /// A floating-point type.
    Float(FloatKind),
    /// A pointer.
    Pointer(Arc<Type>),
    /// An array; `None` for an incomplete or flexible one.
    Array(Arc<Type>, Option<u64>),
    /// An array whose length is computed at run time: the variable that holds it, an unsigned
    /// integer of the size of a pointer that is set where the type is written.
    VariableArray(Arc<Type>, VariableId),
    /// A struct or union.
    Record(RecordId),
    /// A function.
    Function(Arc<FunctionType>),
    /// A type that is not represented, by its spelling.
    Other(Arc<str>),
}

impl Type {
    /// Whether the size is known only at run time: an array of computed length, or an array of such arrays.
    pub fn has_computed_length(&self) -> bool {
        match self {
            Type::VariableArray(..) => true,
            Type::Array(element, _) => element.has_computed_length(),
            _ => false,
        }
    }
}

/// The type of a function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType {
    /// What it returns.
    pub result: Type,
    /// What it takes, arrays and functions already turned into pointers.
    pub parameters: Vec<Type>,
    /// Whether more arguments may follow.
    pub variadic: bool,
    /// Whether it was declared without a prototype.
    pub without_prototype: bool,
}

/// Struct or union.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordKind {
    /// Members follow each other.
    Struct,
    /// Members overlap.
    Union,
}

/// A member of a struct or union.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name; empty for anonymous members.
    pub name: Arc<str>,
    /// Its type.
    pub ty: Type,
    /// Bits, for a bit-field.
    pub bits: Option<u32>,
    /// What attributes say about its place.
    pub placing: FieldPlacing,
    /// Whether it is `volatile` itself, whatever the struct or union is.
    pub volatile: bool,
}

/// What attributes say about the place of a member. Alignments in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FieldPlacing {
    /// `packed` on the member itself.
    pub packed: bool,
    /// `aligned(n)` or `_Alignas` on the member itself.
    pub aligned: Option<u64>,
    /// `aligned(n)` on the typedef that it is declared with.
    pub type_aligned: Option<u64>,
}

/// What attributes and pragmas say about the layout of a struct or union. Alignments in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RecordPlacing {
    /// `packed`.
    pub packed: bool,
    /// `aligned(n)`.
    pub aligned: Option<u64>,
    /// `#pragma pack(n)` in force at the definition.
    pub pack: Option<u64>,
    /// Bytes of the type of an object that ends elsewhere than at a multiple of its alignment.
    pub size: Option<u64>,
}

/// A struct or union.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its tag; empty if it has none.
    pub tag: Arc<str>,
    /// Struct or union.
    pub kind: RecordKind,
    /// Its members, in order; `None` while only declared.
    pub fields: Option<Vec<Field>>,
    /// What attributes and pragmas say about the layout.
    pub placing: RecordPlacing,
    /// Set when the layout is changed in a way that is not modelled.
    pub special_layout: bool,
}
