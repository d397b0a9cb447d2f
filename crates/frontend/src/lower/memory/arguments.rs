//! The memory of the arguments of `main` (C11 5.1.2.2.1): the array `argv` and the strings it points to, objects of their own.
//!
//! Nothing says how many there are or how long, so no loop can make them. What they hold at first is a formula of the
//! place instead: element `i` of `argv` points to string `i`, or is null at `argc`; a string has any length, its last byte is
//! zero and no other. What the program writes there is in the arrays of the part, as everywhere; one bit for each
//! element says that it was written.

use super::Updates;
use crate::ast::{ExprKind, UnaryOp};
use crate::library::PERMUTED;
use crate::lower::body::Body;
use crate::lower::lowering::Lowering;
use crate::lower::pointer_bits::{ANY, INDEX_BITS, OFFSET_BITS, PROGRAM, WIDTH};
use crate::lower::shape::Scalar;
use crate::lower::state::PartStorage;
use crate::points_to::{Cell, Content, Kind, NodeId, Object, Part};
use invar_cfa::{DataModel, Extent, HavocOrigin, IntegerType, Operation, Scope, Span, VarId};
use invar_term::{Sort, TermId};
use rustc_hash::FxHashSet;

/// Bits of the number of a string without what all have in common.
const STRING_BITS: u32 = 25;
/// The upper bits of the numbers of all strings: marks, and a bit that no counted object reaches.
const STRINGS: u32 = (PROGRAM << 28 | ANY | 1 << (INDEX_BITS - 1)) >> STRING_BITS;
/// The number of the array.
const VECTOR: u32 = PROGRAM << 28 | ANY | ((1 << INDEX_BITS) - 1);
/// There are fewer strings than this.
pub(in crate::lower) const MAX_ARGUMENTS: u128 = 1 << STRING_BITS;

/// The variable with the lengths of the strings.
pub const ARGUMENT_LENGTHS: &str = "$argv lengths";
/// Strings that have names in messages.
const MAX_NAMED: u32 = 64;

impl Lowering<'_> {
    fn has_object(&self, node: NodeId, wanted: Object) -> bool {
        let mut objects = self.points_to.node(node).objects.iter();
        objects.any(|(object, _)| *object == wanted)
    }

    /// Whether a node has no other objects.
    fn has_only(&self, node: NodeId, wanted: Object) -> bool {
        let node = self.points_to.node(node);
        let mut objects = node.objects.iter();
        !node.unchecked && objects.all(|(object, _)| *object == wanted)
    }

    /// Whether some function may write to objects of a node, initialisers left out.
    fn is_assigned(&mut self, node: NodeId) -> bool {
        if self.memory.arguments.assigned.is_none() {
            let found = self.find_assigned();
            self.memory.arguments.assigned = Some(found);
        }
        let assigned = self.memory.arguments.assigned.as_ref();
        assigned.is_none_or(|assigned| assigned.contains(&node))
    }

    fn find_assigned(&self) -> FxHashSet<NodeId> {
        let mut found = FxHashSet::default();
        for function in self.points_to.functions() {
            let Some(body) = &self.unit.function(*function).body else {
                continue;
            };
            self.unit.any_expression(body, &mut |expr| {
                match &expr.kind {
                    ExprKind::Assign { target, .. } => {
                        found.extend(self.points_to.place(target).map(|cell| cell.node));
                    }
                    ExprKind::Unary(
                        UnaryOp::PreIncrement
                        | UnaryOp::PreDecrement
                        | UnaryOp::PostIncrement
                        | UnaryOp::PostDecrement,
                        target,
                    ) => found.extend(self.points_to.place(target).map(|cell| cell.node)),
                    ExprKind::Call { callee, arguments } => {
                        let known = callee.direct_callee().map(|id| self.unit.function(id));
                        if known.is_none_or(|function| function.body.is_none()) {
                            let pointees = arguments.iter().map(|a| self.points_to.pointee(a));
                            found.extend(pointees.flatten().map(|cell| cell.node));
                        }
                    }
                    _ => {}
                }
                false
            });
        }
        found
    }

    /// Where the number of arguments is kept.
    pub(in crate::lower) fn argument_count(&mut self) -> VarId {
        if let Some(known) = self.memory.arguments.count {
            return known;
        }
        let count = self.ghost("$argc", &Sort::BitVec(32));
        self.memory.arguments.count = Some(count);
        count
    }

    /// The lengths of the strings, arbitrary at first.
    fn argument_lengths(&mut self) -> VarId {
        if let Some(known) = self.memory.arguments.lengths {
            return known;
        }
        let sort = Sort::array(Sort::BitVec(32), Sort::BitVec(OFFSET_BITS - 1));
        let lengths = self.ghost(ARGUMENT_LENGTHS, &sort);
        self.memory.arguments.lengths = Some(lengths);
        self.memory.arbitrary.push(lengths);
        lengths
    }

    /// Whether the program wrote to the array.
    fn argument_vector_changed(&mut self) -> VarId {
        if let Some(known) = self.memory.arguments.changed {
            return known;
        }
        let changed = self.ghost("$argv changed", &Sort::BitVec(1));
        self.memory.arguments.changed = Some(changed);
        changed
    }

    /// The order of the elements, where a function may change it: whether it has, and which string each element points to.
    fn argument_order(&mut self) -> Option<(VarId, VarId)> {
        if let Some(known) = self.memory.arguments.order {
            return Some(known);
        }
        let may_change = self.unit.functions.iter().any(|f| &*f.name == PERMUTED);
        if !may_change {
            return None;
        }
        let changed = self.ghost("$argv permuted", &Sort::BitVec(1));
        let sort = Sort::array(Sort::BitVec(32), Sort::BitVec(32));
        let order = self.ghost("$argv order", &sort);
        self.memory.arguments.order = Some((changed, order));
        Some((changed, order))
    }

    /// The bits that say which elements of a part were written.
    fn overwritten(&mut self, part: &Part) -> VarId {
        if let Some(known) = self.memory.overwritten.get(&part.id) {
            return *known;
        }
        let name = self.unique(format!("$written{}", part.id.0));
        let sort = Sort::array(Sort::BitVec(WIDTH), Sort::BitVec(1));
        let integer = IntegerType {
            width: 1,
            signed: false,
        };
        let global = Scope::Global;
        let written = self
            .program
            .add_variable(&name, None, &sort, integer, "_Bool", global, None);
        self.memory.overwritten.insert(part.id, written);
        written
    }

    /// The names of the array and of the first strings.
    pub(super) fn arguments_named(&self) -> Vec<(u32, invar_cfa::Object)> {
        let mut named = Vec::new();
        if !self.has_argument_vector {
            return named;
        }
        let object = |name: String, bytes: u32| invar_cfa::Object {
            name: name.into(),
            extent: Extent::Array(u64::from(bytes)),
            members: Vec::new(),
            span: None,
        };
        let word = Scalar::pointer(self.program.data_model).bytes;
        named.push((VECTOR, object("argv".into(), word)));
        for index in 0..MAX_NAMED {
            let name = format!("argv[{index}]");
            named.push((STRINGS << STRING_BITS | index, object(name, 1)));
        }
        named
    }
}

impl Body<'_, '_> {
    /// The address of `argv[0]`.
    pub(in crate::lower) fn argument_vector(&self) -> TermId {
        self.address_of_object(VECTOR)
    }

    /// Whether a pointer points to the array.
    pub(super) fn is_argument_vector(&self, pointer: TermId) -> TermId {
        let t = &self.terms;
        t.eq(self.object_of(pointer), t.bv(32, u128::from(VECTOR)))
    }

    /// Whether a pointer points to one of the strings.
    pub(super) fn is_argument(&self, pointer: TermId) -> TermId {
        let t = &self.terms;
        let first = t.extract(WIDTH - 1, OFFSET_BITS + STRING_BITS, pointer);
        t.eq(first, t.bv(32 - STRING_BITS, u128::from(STRINGS)))
    }

    /// Where the arguments lie is not modelled.
    pub(in crate::lower) fn require_placed(&mut self, pointer: TermId) {
        if self.lowering.has_argument_vector {
            let t = self.terms.clone();
            let of_main = [self.is_argument_vector(pointer), self.is_argument(pointer)];
            let other = t.not(t.or(&of_main));
            self.require_modelled_here(other, "address of an argument of main as a number", None);
        }
    }

    /// Whether `bytes` bytes at a pointer belong to the array.
    pub(super) fn is_inside_vector(&mut self, pointer: TermId, bytes: TermId) -> TermId {
        let t = self.terms.clone();
        let word = t.bv(WIDTH, u128::from(self.pointer_scalar().bytes));
        let count = self.lowering.argument_count();
        let last = t.bv_mul(t.zero_extend(WIDTH - 32, self.symbol(count)), word);
        let offset = t.zero_extend(WIDTH - OFFSET_BITS, t.extract(OFFSET_BITS - 1, 0, pointer));
        let fits = if bytes == word {
            t.bv_ule(offset, last)
        } else {
            self.fits(offset, bytes, t.bv_add(last, word))
        };
        t.and(&[self.is_argument_vector(pointer), fits])
    }

    /// Whether `bytes` bytes at a pointer belong to one of the strings.
    pub(super) fn is_inside_argument(&mut self, pointer: TermId, bytes: TermId) -> TermId {
        let t = self.terms.clone();
        let length = self.argument_length(pointer);
        let offset = t.extract(OFFSET_BITS - 1, 0, pointer);
        let one = t.bv(WIDTH, 1);
        let fits = if bytes == one {
            t.bv_ule(offset, length)
        } else {
            let size = t.bv_add(t.zero_extend(WIDTH - 32, length), one);
            self.fits(t.zero_extend(WIDTH - OFFSET_BITS, offset), bytes, size)
        };
        t.and(&[self.is_argument(pointer), fits])
    }

    /// The length of the string that a pointer points into, below 2 GB.
    fn argument_length(&mut self, pointer: TermId) -> TermId {
        let t = self.terms.clone();
        let lengths = self.lowering.argument_lengths();
        t.zero_extend(1, t.select(self.symbol(lengths), self.object_of(pointer)))
    }

    /// What an element holds, given what the array of its part says.
    pub(super) fn argument_element(
        &mut self,
        element: TermId,
        pointer: TermId,
        cell: Cell,
        part: &Part,
        updates: Option<&Updates>,
    ) -> TermId {
        let is_vector = self.lowering.has_object(cell.node, Object::ArgumentVector);
        let is_string = self.lowering.has_object(cell.node, Object::Argument);
        if !is_vector && !is_string {
            return element;
        }
        let t = self.terms.clone();
        let unwritten = if self.lowering.is_assigned(cell.node) {
            let written = self.lowering.overwritten(part);
            let storage = PartStorage::Pointers {
                zero: Some(written),
                any: None,
            };
            let written = self.element_in(storage, pointer, updates);
            t.eq(written, t.bv(1, 0))
        } else {
            t.tru()
        };
        let mut value = element;
        if is_vector {
            let here = if self.lowering.has_only(cell.node, Object::ArgumentVector) {
                t.tru()
            } else {
                self.is_argument_vector(pointer)
            };
            if part.content == Content::Scalar(Kind::Pointer) {
                let initial = self.initial_argument(pointer);
                value = t.ite(t.and(&[here, unwritten]), initial, value);
                value = self.save(value, self.pointer_scalar(), None);
            } else {
                self.require_modelled_here(t.not(here), "bytes of the pointers in argv", None);
            }
        }
        if is_string {
            let here = if self.lowering.has_only(cell.node, Object::Argument) {
                t.tru()
            } else {
                self.is_argument(pointer)
            };
            if t.width(element) == 8 {
                let initial = self.initial_character(element, pointer);
                value = t.ite(t.and(&[here, unwritten]), initial, value);
                value = self.save(value, Scalar::BYTE, None);
            } else {
                let construct = "arguments of main that are no characters";
                self.require_modelled_here(t.not(here), construct, None);
            }
        }
        value
    }

    /// What an element of `argv` is at first.
    fn initial_argument(&mut self, pointer: TermId) -> TermId {
        let t = self.terms.clone();
        let shift = match self.lowering.program.data_model {
            DataModel::Lp64 => 3,
            DataModel::Ilp32 => 2,
        };
        // In bytes, as pointers move: without divisions.
        let offset = t.zero_extend(WIDTH - OFFSET_BITS, t.extract(OFFSET_BITS - 1, 0, pointer));
        let count = self.lowering.argument_count();
        let count = self.symbol(count);
        let word = t.bv(WIDTH, 1 << shift);
        let end = t.bv_mul(t.zero_extend(WIDTH - 32, count), word);
        let mut position = offset;
        if let Some((changed, order)) = self.lowering.argument_order() {
            let index = t.zero_extend(shift, t.extract(OFFSET_BITS - 1, shift, pointer));
            let other = t.select(self.symbol(order), index);
            let moves = t.and(&[
                t.eq(self.symbol(changed), t.bv(1, 1)),
                t.ne(index, t.bv(32, 0)),
                t.bv_ult(other, count),
            ]);
            let other = t.bv_mul(t.zero_extend(WIDTH - 32, other), word);
            position = t.ite(moves, other, offset);
        }
        let first = u128::from(STRINGS) << (OFFSET_BITS + STRING_BITS);
        let step = t.bv(WIDTH, 1 << (OFFSET_BITS - shift));
        let string = t.bv_add(t.bv(WIDTH, first), t.bv_mul(position, step));
        t.ite(t.bv_ult(offset, end), string, t.bv(WIDTH, 0))
    }

    /// What a character is at first, given one that is arbitrary.
    fn initial_character(&mut self, any: TermId, pointer: TermId) -> TermId {
        let t = self.terms.clone();
        let length = self.argument_length(pointer);
        let offset = t.extract(OFFSET_BITS - 1, 0, pointer);
        let zero = t.bv(8, 0);
        let inner = t.ite(t.eq(any, zero), t.bv(8, 1), any);
        t.ite(t.eq(offset, length), zero, inner)
    }

    /// The elements of `argv` after the first one get any order, as `getopt` leaves them.
    pub(in crate::lower) fn permute_arguments(&mut self, vector: TermId, span: Option<Span>) {
        if self.forgets_memory() {
            return;
        }
        let t = self.terms.clone();
        let Some((permuted, order)) = self.lowering.argument_order() else {
            return;
        };
        let changed = self.lowering.argument_vector_changed();
        let as_given = t.and(&[
            t.eq(vector, self.argument_vector()),
            t.eq(self.symbol(changed), t.bv(1, 0)),
        ]);
        self.require_modelled(
            as_given,
            "getopt with other arguments than those of main",
            span,
        );
        let origin = HavocOrigin::Uninitialised;
        self.emit(
            Operation::Havoc {
                target: order,
                origin,
            },
            span,
        );
        self.assign(permuted, t.bv(1, 1), span);
    }

    /// An element is written.
    pub(super) fn note_overwritten(
        &mut self,
        updates: &mut Updates,
        pointer: TermId,
        cell: Cell,
        part: &Part,
    ) {
        let of_main = [Object::ArgumentVector, Object::Argument];
        if !of_main
            .iter()
            .any(|o| self.lowering.has_object(cell.node, *o))
        {
            return;
        }
        if !self.lowering.is_assigned(cell.node) {
            // Initialisers write to objects of their own.
            let t = self.terms.clone();
            let of_main = [self.is_argument_vector(pointer), self.is_argument(pointer)];
            let construct = "write to the arguments of main that the analysis did not see";
            self.require_modelled_here(t.not(t.or(&of_main)), construct, None);
            return;
        }
        let written = self.lowering.overwritten(part);
        let storage = PartStorage::Pointers {
            zero: Some(written),
            any: None,
        };
        let one = self.terms.bv(1, 1);
        self.store_in(updates, storage, pointer, one);
        if self.lowering.has_object(cell.node, Object::ArgumentVector) {
            let t = self.terms.clone();
            let changed = self.lowering.argument_vector_changed();
            let before = updates.get(changed).unwrap_or_else(|| self.symbol(changed));
            let here = self.is_argument_vector(pointer);
            updates.set(changed, t.ite(here, t.bv(1, 1), before));
        }
    }
}
