//! What the analysis says: nodes, their parts, and the cells that expressions lead to.

use crate::ast::{Expr, FloatKind, FunId, VariableId};

/// Identity of an expression in its unit: its address, for as long as the unit is borrowed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ExprKey(usize);

impl ExprKey {
    /// The key of an expression.
    pub fn of(expr: &Expr) -> ExprKey {
        ExprKey(std::ptr::from_ref(expr).addr())
    }
}

/// A set of objects that pointers may confuse.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(pub u32);

/// A place in a node: the bytes at this offset, where the offset represents all offsets that
/// are folded onto it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Cell {
    /// The node.
    pub node: NodeId,
    /// Bytes in the node's own coordinates, folded. May be negative.
    pub offset: i64,
}

/// What the accesses to a place agree on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// An integer of this size in bytes; `_Bool` and enumerations are integers.
    Integer(u32),
    /// A pointer; in the 64-bit model also an integer of eight bytes.
    Pointer,
    /// A floating-point number.
    Float(FloatKind),
}

/// What a part holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Content {
    /// One scalar; every access reads or writes all of it.
    Scalar(Kind),
    /// Bytes, because accesses disagree or a bit-field is in them.
    Bytes,
}

/// Name of a part, unique in its unit and dense.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PartId(pub u32);

/// A byte range of a node that is accessed in one way. Parts of a node do not overlap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Its name.
    pub id: PartId,
    /// The first byte, a folded offset.
    pub offset: i64,
    /// Bytes from there on.
    pub size: u64,
    /// What it holds.
    pub content: Content,
    /// Whether several addresses of one object may lead here.
    pub folded: bool,
    /// Folded offsets of bytes that may belong to a pointer, or to an integer that carries one; in order.
    pub pointer_bytes: Vec<i64>,
    /// Of these, bytes of pointers that may lead to an object of the program.
    pub object_bytes: Vec<i64>,
}

impl Part {
    /// The first offset after it.
    pub fn end(&self) -> i64 {
        self.offset.saturating_add_unsigned(self.size)
    }
}

/// What can be pointed to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Object {
    /// A variable (one instance per activation, if it is local).
    Variable(VariableId),
    /// A string literal or a compound literal.
    Literal(ExprKey),
    /// What an allocating call returns.
    Heap(ExprKey),
    /// A function.
    Function(FunId),
    /// The array of the arguments of `main`.
    ArgumentVector,
    /// The strings that it points to.
    Argument,
    /// Something that is not part of the program.
    External,
}

/// A set of objects that pointers may confuse, with a common system of offsets.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Node {
    /// The objects with the offset of their first byte; none means external ones only. In order.
    pub objects: Vec<(Object, i64)>,
    /// Offsets count modulo this, if set.
    pub stride: Option<u64>,
    /// What is accessed, by offset. Bytes without a part are never read or written.
    pub parts: Vec<Part>,
    /// Some object starts as zero.
    pub starts_zero: bool,
    /// Some object starts with any contents.
    pub starts_any: bool,
    /// An address that leads here may be misaligned for a typed part.
    pub misalignable: bool,
    /// Some object may be freed.
    pub freed: bool,
    /// A function without a body may write to an object.
    pub written_externally: bool,
    /// The nodes that pointers in it point to, in order.
    pub targets: Vec<NodeId>,
    /// A pointer that is said to lead here may lead to another object: accesses look.
    pub unchecked: bool,
    /// A pointer that is said to lead here may be a number that was computed from an address, or an input.
    pub computed: bool,
    /// Such a number may be the address of an object of the program without showing it.
    pub hidden: bool,
    /// A number that became a pointer may lead here.
    pub from_numbers: bool,
    /// Addresses of its objects are looked at as numbers.
    pub numbered: bool,
    /// Constants that became pointers lead here.
    pub constant_addresses: bool,
    /// Pointers from outside, not only constants, lead here.
    pub from_external: bool,
}

impl Node {
    /// Whether all that pointers to it may lead to is in the program.
    pub fn is_internal(&self) -> bool {
        let is_ours = |(object, _): &(Object, i64)| *object != Object::External;
        !self.objects.is_empty() && self.objects.iter().all(is_ours)
    }

    /// The functions in it, in order.
    pub fn functions(&self) -> impl Iterator<Item = FunId> {
        self.objects.iter().filter_map(|(object, _)| match object {
            Object::Function(function) => Some(*function),
            _ => None,
        })
    }
}
