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
mod lifetime;
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
pub(super) use padding::{Padding, initialises_with_zeros};

use super::lowering::{Lowering, owner_prefix};
use super::pointer_bits::{ANY, OFFSET_BITS, PROGRAM, WIDTH};
use super::shape::{Class, Scalar, float_sort};
use super::state::{PartStorage, StaticObject};
use crate::ast::VariableId;
use crate::points_to::{Content, ExprKey, Kind, NodeId, Object, Part};
use invar_cfa::{DataModel, Indexing, IntegerType, Scope, VarId};
use invar_term::Sort;

/// Ends the source name of a part that the source declares as something else: it serves people,
/// and as a `$` in the name it is no C.
const UNDECLARED: char = '$';

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
                let owner = owner_prefix(self.unit, &declared.storage);
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
