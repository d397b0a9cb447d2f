//! Objects in memory: their numbers, and the variables that hold their contents.
//!
//! The analysis in `points_to` says which accesses may touch the same bytes. Each of its parts is
//! one array from pointers to elements; where a node is a single object with a fixed number, an
//! array from offsets, or one scalar. Objects whose number has the bit `ANY` begin with
//! arbitrary contents, the others with zeros; a part with both kinds has two arrays.

mod access;
mod arguments;
mod block;
mod bytes;
mod empty;
mod forgotten;
mod frame;
mod free;
mod gap;
mod heap;
mod leak;
mod life;
mod literals;
mod marks;
mod names;
mod object;
mod padding;
mod range;
mod registers;
mod stale;
mod touching;
mod valid;
mod writable;

pub(super) use access::{Spot, Updates};
pub use arguments::ARGUMENT_LENGTHS;
pub(super) use arguments::MAX_ARGUMENTS;
pub(super) use block::Overlap;
pub(super) use frame::Frame;
pub(super) use marks::MARK_BITS;
pub(super) use padding::{Padding, initialises_with_zeros};
pub(super) use range::Range;
pub(super) use stale::{Blocks, blocks};

use super::pointer::{ANY, OFFSET_BITS, PROGRAM, WIDTH};
use super::shape::{Class, Scalar, float_sort};
use super::unit::Lowering;
use crate::ast::{FunId, Type, Unit, VariableId};
use crate::points_to::{Content, ExprKey, Kind, NodeId, Object, Part, PartId};
use invar_cfa::{DataModel, Indexing, IntegerType, Scope, VarId};
use invar_term::Sort;
use rustc_hash::FxHashMap;

/// Ends the source name of a part that the source declares as something else: it serves people,
/// and as a `$` in the name it is no C.
const UNDECLARED: char = '$';

/// An object with a fixed number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum StaticObject {
    Variable(VariableId),
    Literal(ExprKey),
    Function(FunId),
}

/// The variables of a part.
#[derive(Clone, Copy, Debug)]
pub(super) enum PartStorage {
    /// The only element there is.
    Scalar(VarId),
    /// Indexed by offsets in the only object.
    Offsets(VarId),
    /// Indexed by pointers: contents of objects that begin as zero, and of the others.
    Pointers {
        zero: Option<VarId>,
        any: Option<VarId>,
    },
}

impl PartStorage {
    /// All of them.
    pub fn variables(self) -> impl Iterator<Item = VarId> {
        let all = match self {
            PartStorage::Scalar(variable) | PartStorage::Offsets(variable) => {
                [Some(variable), None]
            }
            PartStorage::Pointers { zero, any } => [zero, any],
        };
        all.into_iter().flatten()
    }
}

/// What is known about memory while a unit is lowered.
#[derive(Default)]
pub(super) struct Memory {
    objects: FxHashMap<StaticObject, u32>,
    parts: FxHashMap<PartId, PartStorage>,
    /// Which bytes of a part belong to pointers, for parts where that can change.
    marks: FxHashMap<PartId, PartStorage>,
    /// Which elements of a part were written, where the arguments of `main` may be among them.
    overwritten: FxHashMap<PartId, VarId>,
    arguments: arguments::Arguments,
    singles: FxHashMap<NodeId, Option<StaticObject>>,
    /// Parts whose arrays are arbitrary when the program starts, in the order of allocation.
    pub arbitrary: Vec<VarId>,
    /// Counts objects made at run time, once there are any.
    pub next: Option<VarId>,
    /// Sizes of objects made at run time, once they are needed.
    pub sizes: Option<VarId>,
    /// Addresses of objects, once they are looked at.
    pub addresses: Option<VarId>,
    /// The first and the last address that is taken, once objects are placed at run time.
    pub occupied: Option<(VarId, VarId)>,
    /// Nodes of objects made at run time, once they are needed.
    pub owners: Option<VarId>,
    /// Numbers below belong to fixed objects.
    first_dynamic: u32,
    /// States of objects made at run time, by node.
    states: FxHashMap<NodeId, VarId>,
    /// Whether variables are in scope.
    flags: FxHashMap<VariableId, VarId>,
    /// Whether a pointer to a variable may be kept longer than it is there, as far as that is known.
    outlived: FxHashMap<VariableId, bool>,
    /// How much is allocated.
    counts: leak::Counts,
    /// Types that pointers among the arguments of the entry function lead to, with their positions.
    pub pointees: FxHashMap<Type, usize>,
}

impl Memory {
    pub fn new(unit: &Unit, literals: usize) -> Memory {
        let fixed = unit.variables.len() + unit.functions.len() + literals + 1;
        Memory {
            first_dynamic: fixed.next_power_of_two().max(64) as u32,
            ..Memory::default()
        }
    }

    /// The number of a literal that has one.
    pub fn known_object(&self, literal: ExprKey) -> u32 {
        let known = self.objects.get(&StaticObject::Literal(literal));
        known.copied().unwrap_or(0)
    }

    /// Whether a part has variables already.
    pub fn is_mentioned(&self, part: PartId) -> bool {
        self.parts.contains_key(&part)
    }

    pub fn first_dynamic(&self) -> u32 {
        self.first_dynamic
    }

    /// Every fixed object that has a number, in the order of the numbers.
    pub fn numbered(&self) -> Vec<StaticObject> {
        let mut numbered: Vec<_> = self.objects.iter().map(|(o, n)| (*n, *o)).collect();
        numbered.sort_unstable_by_key(|(number, _)| *number);
        numbered.into_iter().map(|(_, object)| object).collect()
    }

    /// The number of a fixed object, without `ANY`.
    pub fn object(&mut self, object: StaticObject) -> u32 {
        let next = self.objects.len() as u32 + 1;
        *self.objects.entry(object).or_insert(next)
    }
}

impl Lowering<'_> {
    /// The number of a fixed object with its marks.
    pub(super) fn object_number(&mut self, object: StaticObject) -> u32 {
        let starts_zero = match object {
            StaticObject::Variable(variable) => self.points_to.starts_zero(variable),
            StaticObject::Literal(key) => {
                let literal = self.points_to.expression(key);
                literal.is_none_or(|e| self.points_to.literal_starts_zero(e))
            }
            StaticObject::Function(_) => true,
        };
        let number = self.memory.object(object);
        let number = number | PROGRAM << 28;
        if starts_zero { number } else { number | ANY }
    }

    /// Whether a variable gets a new number each time it comes into being.
    pub(super) fn is_dynamic(&self, variable: VariableId) -> bool {
        use crate::ast::Storage;
        let declared = self.unit.variable(variable);
        let (Storage::Local(owner) | Storage::Parameter(owner)) = declared.storage else {
            return false;
        };
        declared.ty.has_computed_length() || self.points_to.recursive(owner)
    }

    /// Whether a literal is a string.
    pub(super) fn is_string(&self, key: ExprKey) -> bool {
        let literal = self.points_to.expression(key);
        literal.is_some_and(|e| matches!(e.kind, crate::ast::ExprKind::String(_)))
    }

    /// The object that a node consists of, if it is exactly one with a fixed number.
    pub(super) fn single(&mut self, node: NodeId) -> Option<StaticObject> {
        if let Some(known) = self.memory.singles.get(&node) {
            return *known;
        }
        let only = match self.points_to.node(node).objects.as_slice() {
            [(Object::Variable(variable), _)] => Some(*variable),
            _ => None,
        };
        let is_numbered_anew = only
            .is_some_and(|variable| self.is_dynamic(variable) || self.may_be_outlived(variable));
        let single = match self.points_to.node(node).objects.as_slice() {
            [(Object::Variable(variable), _)] if !is_numbered_anew => {
                Some(StaticObject::Variable(*variable))
            }
            // A literal in a recursive function exists many times, but always says the same
            // unless it is written to; compound literals may be.
            [(Object::Literal(key), _)] if self.is_string(*key) => {
                Some(StaticObject::Literal(*key))
            }
            _ => None,
        };
        self.memory.singles.insert(node, single);
        single
    }

    /// Whether code mentions contents of the node of a variable.
    pub(super) fn is_mentioned(&self, variable: VariableId) -> bool {
        let node = self.points_to.variable(variable).node;
        let parts = &self.points_to.node(node).parts;
        parts.iter().any(|part| self.memory.is_mentioned(part.id))
    }

    /// The variables that the only object of a node already has.
    pub(super) fn single_variables(&mut self, node: NodeId) -> Vec<VarId> {
        if self.single(node).is_none() {
            return Vec::new();
        }
        let parts = &self.points_to.node(node).parts;
        let known = parts.iter().filter_map(|p| self.memory.parts.get(&p.id));
        known
            .filter_map(|storage| match storage {
                PartStorage::Scalar(v) | PartStorage::Offsets(v) => Some(*v),
                PartStorage::Pointers { .. } => None,
            })
            .collect()
    }

    /// The variables of a part, made when first needed.
    pub(super) fn part_storage(&mut self, node: NodeId, part: &Part) -> PartStorage {
        if let Some(known) = self.memory.parts.get(&part.id) {
            return *known;
        }
        let element = element_of(self.program.data_model, part.content);
        let storage = match self.single(node) {
            Some(object) => self.single_storage(node, object, part, element),
            None => self.shared_storage(node, part, element),
        };
        self.memory.parts.insert(part.id, storage);
        storage
    }

    fn single_storage(
        &mut self,
        node: NodeId,
        object: StaticObject,
        part: &Part,
        element: Element,
    ) -> PartStorage {
        let start = self.points_to.node(node).objects[0].1;
        let mut element = element;
        let mut indexing = Indexing::Unnamed;
        let (name, source, span) = match object {
            StaticObject::Variable(variable) => {
                let declared = self.unit.variable(variable);
                let owner = super::unit::owner_prefix(self.unit, &declared.storage);
                let named = self.part_at(&declared.name, &declared.ty, part.offset - start);
                // Accesses agree on the size only: the declaration knows the sign.
                if let (Some(scalar), Content::Scalar(Kind::Integer(_))) =
                    (named.scalar, part.content)
                    && scalar.sort() == element.sort
                    && scalar.is_integer()
                {
                    (element.integer, element.name) = (scalar.integer(), scalar.name);
                }
                let is_declared = named.scalar.is_some_and(|s| s.sort() == element.sort);
                if is_declared {
                    indexing = named.indexing;
                }
                let at = u128::try_from(part.offset - start).unwrap_or(0);
                let source = match &indexing {
                    Indexing::Layout(layout) if !part.folded => layout.element(at),
                    Indexing::Unnamed => Some(format!("{}{UNDECLARED}", named.path)),
                    _ => None,
                };
                let source = source.unwrap_or_else(|| named.path.clone());
                (
                    format!("{owner}{}", named.path),
                    Some(source),
                    declared.span,
                )
            }
            _ => (format!("$literal{}", part.id.0), None, None),
        };
        let folded = part.folded || part.content == Content::Bytes;
        let sort = if folded {
            Sort::array(Sort::BitVec(OFFSET_BITS), element.sort.clone())
        } else {
            element.sort.clone()
        };
        let variable = self.memory_variable(&name, source.as_deref(), &sort, &element, span);
        self.program.variables[variable.0 as usize].indexing = indexing;
        if folded {
            PartStorage::Offsets(variable)
        } else {
            PartStorage::Scalar(variable)
        }
    }

    fn shared_storage(&mut self, node: NodeId, part: &Part, element: Element) -> PartStorage {
        let sort = Sort::array(Sort::BitVec(WIDTH), element.sort.clone());
        let info = self.points_to.node(node);
        // A node without objects holds what code outside put there.
        let (zero, any) = (info.starts_zero, info.starts_any || !info.starts_zero);
        let mut make = |wanted: bool, mark: &str| {
            wanted.then(|| {
                let name = format!("$memory{}{mark}", part.id.0);
                self.memory_variable(&name, None, &sort, &element, None)
            })
        };
        let (zero, any) = (make(zero, ""), make(any, "?"));
        self.memory.arbitrary.extend(any);
        PartStorage::Pointers { zero, any }
    }

    fn memory_variable(
        &mut self,
        name: &str,
        source: Option<&str>,
        sort: &Sort,
        element: &Element,
        span: Option<invar_cfa::Span>,
    ) -> VarId {
        let name = self.unique(name.to_owned());
        self.program.add_variable(
            &name,
            source,
            sort,
            element.integer,
            element.name,
            Scope::Global,
            span,
        )
    }
}

/// An element of a part.
pub(super) struct Element {
    pub sort: Sort,
    integer: IntegerType,
    name: &'static str,
}

pub(super) fn element_of(model: DataModel, content: Content) -> Element {
    let bits = |width, name| Element {
        sort: Sort::BitVec(width),
        integer: IntegerType {
            width,
            signed: true,
        },
        name,
    };
    match content {
        Content::Bytes => Element {
            integer: IntegerType {
                width: 8,
                signed: false,
            },
            ..bits(8, "unsigned char")
        },
        Content::Scalar(Kind::Integer(bytes)) => bits(
            bytes * 8,
            match bytes {
                1 => "char",
                2 => "short",
                4 => "int",
                8 => "long long",
                _ => "__int128",
            },
        ),
        Content::Scalar(Kind::Pointer) => {
            let scalar = Scalar::pointer(model);
            Element {
                sort: scalar.sort(),
                integer: scalar.integer(),
                name: scalar.name,
            }
        }
        Content::Scalar(Kind::Float(kind)) => Element {
            sort: float_sort(kind),
            integer: IntegerType {
                width: 64,
                signed: true,
            },
            name: "double",
        },
    }
}

/// Whether values of a scalar type are the elements of a part of this kind.
pub(super) fn fits(model: DataModel, kind: Kind, scalar: Scalar) -> bool {
    let word = model == DataModel::Lp64;
    match (kind, scalar.class) {
        (_, Class::Copied) => false,
        (Kind::Float(a), Class::Float(b)) => a == b,
        (Kind::Float(_), _) | (_, Class::Float(_)) => false,
        (Kind::Pointer, Class::Pointer) => true,
        (Kind::Pointer, _) => word && scalar.bytes == 8,
        (Kind::Integer(bytes), Class::Pointer) => word && bytes == 8,
        (Kind::Integer(bytes), _) => bytes == scalar.bytes,
    }
}
