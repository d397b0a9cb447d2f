//! Whether an access stays inside its object. What does not ends the path as undefined. `gap` looks
//! for accesses that the analysis of pointers is wrong about.

use crate::ast::{Storage, layout};
use crate::lower::body::Body;
use crate::lower::pointer_bits::{INDEX_BITS, OFFSET_BITS, WIDTH};
use crate::lower::shape::Scalar;
use crate::lower::state::StaticObject;
use crate::points_to::{Cell, Object};
use invar_cfa::{Span, Subject, Undefined};
use invar_term::TermId;

/// More fixed objects than this in one node are not compared one by one.
const MAX_COMPARED: usize = 12;

/// The objects that a pointer may point into.
#[derive(Default)]
struct Candidates {
    /// First byte and size.
    fixed: Vec<(TermId, Option<u64>)>,
    /// Some are made at run time; their size if all have the same.
    dynamic: Option<Option<u64>>,
    /// Some belong to code that is not there.
    external: bool,
    /// The array of the arguments of `main` is among them.
    vector: bool,
    /// Its strings are.
    arguments: bool,
}

impl Body<'_, '_> {
    /// Ends the path unless `bytes` bytes at a pointer belong to an object of its node. A pointer to
    /// an object that the node does not know, or to another part of one, is a gap of the analysis.
    pub(in crate::lower) fn check_access(
        &mut self,
        pointer: TermId,
        cell: Cell,
        bytes: u64,
        span: Option<Span>,
    ) {
        if bytes == 0 || self.forgets_memory() {
            return;
        }
        self.check_arguments(pointer, cell, span);
        self.check_covered(pointer, cell, self.terms.bv(WIDTH, u128::from(bytes)), span);
        let valid = self.is_inside(pointer, cell, bytes);
        self.require_valid(pointer, cell, valid, span);
    }

    /// As [`Self::check_access`], for a computed number of bytes, which may be zero.
    pub(super) fn check_block(
        &mut self,
        pointer: TermId,
        cell: Cell,
        bytes: TermId,
        span: Option<Span>,
    ) {
        if self.forgets_memory() {
            return;
        }
        let t = self.terms.clone();
        let (some, end) = (self.place_here(span), self.place_here(span));
        self.split(t.eq(bytes, t.bv(WIDTH, 0)), end, some, span);
        self.at = some;
        self.check_arguments(pointer, cell, span);
        self.check_covered(pointer, cell, bytes, span);
        let valid = self.is_in_candidate(pointer, cell, bytes);
        self.require_valid(pointer, cell, valid, span);
        self.join(end, span);
    }

    /// Ends the path unless an access is valid, and its object is there.
    fn require_valid(&mut self, pointer: TermId, cell: Cell, valid: TermId, span: Option<Span>) {
        self.check_gap(pointer, cell, valid, span);
        let subject = Subject::Pointer(pointer);
        self.require_of(subject, valid, Undefined::Pointer, span);
        self.check_lifetime(pointer, cell, span);
    }

    /// Whether bytes belong to an object that is there, and to what a precondition speaks of. A dangling pointer is a
    /// violation here, one that the analysis of pointers is wrong about a gap.
    pub(in crate::lower) fn is_accessible(
        &mut self,
        pointer: TermId,
        cell: Cell,
        bytes: TermId,
        span: Option<Span>,
    ) -> TermId {
        let t = self.terms.clone();
        let mut inside = self.is_in_candidate(pointer, cell, bytes);
        if let Some(covered) = self.covered(pointer, bytes) {
            inside = t.and(&[inside, t.or(&[self.is_program(pointer), covered])]);
        }
        let inside = t.ite(inside, t.bv(8, 1), t.bv(8, 0));
        let inside = t.eq(self.save(inside, Scalar::BYTE, span), t.bv(8, 1));
        let (there, end) = (self.place_here(span), self.place_here(span));
        self.split(inside, there, end, span);
        self.at = there;
        self.check_gap(pointer, cell, t.tru(), span);
        self.check_lifetime(pointer, cell, span);
        self.join(end, span);
        inside
    }

    fn is_inside(&mut self, pointer: TermId, cell: Cell, bytes: u64) -> TermId {
        let t = self.terms.clone();
        if let Some(object) = self.lowering.single(cell.node) {
            let folded = self.lowering.points_to.part(cell).is_none_or(|p| p.folded);
            if !folded && !self.looks_at_position(cell) {
                let start = self.lowering.points_to.node(cell.node).objects[0].1;
                let first = self.static_address(object);
                let at = cell.offset - start;
                if self.ends_inside(object, at, bytes) {
                    return t.eq(pointer, self.moved(first, at));
                }
            }
        }
        self.is_in_candidate(pointer, cell, t.bv(WIDTH, u128::from(bytes)))
    }

    /// Whether `bytes` bytes, in 64 bits, belong to one of the objects that a pointer may point into.
    pub(super) fn is_in_candidate(&mut self, pointer: TermId, cell: Cell, bytes: TermId) -> TermId {
        let t = self.terms.clone();
        let candidates = self.candidates(cell);
        let mut choices = Vec::new();
        for (first, size) in candidates.fixed {
            let distance = t.bv_sub(pointer, first);
            choices.push(match size {
                Some(size) => {
                    let size = t.bv(WIDTH, u128::from(size));
                    self.fits(distance, bytes, size)
                }
                None => t.bv_ult(distance, t.bv(WIDTH, 1 << OFFSET_BITS)),
            });
        }
        choices.extend(self.in_registers(pointer, cell, bytes));
        if candidates.external && !self.is_register_only(cell) {
            choices.push(self.is_accessible_externally(pointer, bytes));
        }
        if candidates.vector {
            choices.push(self.is_inside_vector(pointer, bytes));
        }
        if candidates.arguments {
            choices.push(self.is_inside_argument(pointer, bytes));
        }
        if let Some(size) = candidates.dynamic {
            let alone = choices.is_empty();
            choices.push(self.is_inside_dynamic(pointer, cell, size, bytes, alone));
        }
        t.or(&choices)
    }

    /// Whether a number of bytes, at a distance from the first one, are among `size` bytes.
    pub(super) fn fits(&self, distance: TermId, bytes: TermId, size: TermId) -> TermId {
        let t = &self.terms;
        t.and(&[
            t.bv_ule(bytes, size),
            t.bv_ule(distance, t.bv_sub(size, bytes)),
        ])
    }

    /// Bytes of an object with a fixed number, as far as its type says.
    pub(super) fn static_size(&self, object: StaticObject) -> Option<u64> {
        match object {
            StaticObject::Variable(variable) => {
                self.type_bytes(&self.lowering.unit.variable(variable).ty)
            }
            StaticObject::Literal(key) => {
                let literal = self.lowering.points_to.expression(key);
                literal.and_then(|literal| self.type_bytes(&literal.ty))
            }
            StaticObject::Function(_) => None,
        }
    }

    /// Whether `bytes` bytes at an offset of an object belong to it.
    fn ends_inside(&self, object: StaticObject, at: i64, bytes: u64) -> bool {
        let size = self.static_size(object);
        let end = u64::try_from(at).ok().and_then(|at| at.checked_add(bytes));
        end.zip(size).is_some_and(|(end, size)| end <= size)
    }

    /// Inside an object that was made at run time, or whose size is looked up; `alone` if the
    /// pointer can point to no others.
    fn is_inside_dynamic(
        &mut self,
        pointer: TermId,
        cell: Cell,
        size: Option<u64>,
        bytes: TermId,
        alone: bool,
    ) -> TermId {
        let t = self.terms.clone();
        let number = self.object_of(pointer);
        let offset = t.extract(OFFSET_BITS - 1, 0, pointer);
        let made = match size {
            Some(_) if self.lowering.follows_lifetimes() => self.is_made(cell.node, pointer),
            Some(_) if !alone => {
                // Those of `main` come after all that are counted.
                let first = self.lowering.memory.first_dynamic();
                let index = self.index_of(number);
                let made = t.bv_ule(t.bv(32, u128::from(first)), index);
                let counted = t.bv_ult(index, t.bv(32, 1 << (INDEX_BITS - 1)));
                t.and(&[self.is_program(pointer), made, counted])
            }
            // Where sizes are looked up, fixed objects count too; what is no object has none.
            None => t.tru(),
            Some(_) => self.is_program(pointer),
        };
        let size = match size {
            Some(size) => t.bv(WIDTH, u128::from(size)),
            None => {
                let sizes = self.sizes();
                let size = t.select(self.symbol(sizes), number);
                t.zero_extend(WIDTH - OFFSET_BITS, size)
            }
        };
        let known = t.as_bv(bytes).map(|bytes| bytes.unsigned());
        let (needed, room) = match known {
            // In fewer bits, where that is all that can be needed.
            Some(known) if known < 1 << OFFSET_BITS => (
                t.extract(OFFSET_BITS - 1, 0, bytes),
                t.extract(OFFSET_BITS - 1, 0, size),
            ),
            _ => (bytes, size),
        };
        let offset = t.zero_extend(t.width(room) - OFFSET_BITS, offset);
        let fits = self.fits(offset, needed, room);
        t.and(&[made, fits])
    }

    /// Whether sizes of objects made at run time are looked up in a node.
    pub(super) fn needs_sizes(&mut self, cell: Cell) -> bool {
        self.candidates(cell).dynamic == Some(None)
    }

    fn candidates(&mut self, cell: Cell) -> Candidates {
        let objects = self.lowering.points_to.node(cell.node).objects.clone();
        let mut found = Candidates {
            external: objects.is_empty(),
            ..Candidates::default()
        };
        let many = objects.len() > MAX_COMPARED;
        for (object, _) in objects {
            let (address, size) = match object {
                Object::External => {
                    found.external = true;
                    continue;
                }
                Object::ArgumentVector => {
                    found.vector = true;
                    continue;
                }
                Object::Argument => {
                    found.arguments = true;
                    continue;
                }
                Object::Heap(key) => {
                    let size = self.lowering.heap_size(key);
                    found.add_dynamic(size);
                    continue;
                }
                Object::Variable(variable) => {
                    let size = self.static_size(StaticObject::Variable(variable));
                    if self.lowering.has_own_address(variable) {
                        found.add_dynamic(size);
                        continue;
                    }
                    if self.lowering.unit.variable(variable).storage == Storage::External {
                        found.external = true;
                    }
                    (StaticObject::Variable(variable), size)
                }
                Object::Literal(key) => {
                    let literal = StaticObject::Literal(key);
                    (literal, self.static_size(literal))
                }
                Object::Function(_) => continue,
            };
            if !many {
                let first = self.static_address(address);
                found.fixed.push((first, size));
            } else {
                // Too many to compare: the size is looked up.
                self.lowering.remember_size(address, size);
                found.dynamic = Some(None);
            }
        }
        found
    }

    pub(in crate::lower) fn type_bytes(&self, ty: &crate::ast::Type) -> Option<u64> {
        layout::size_of(self.lowering.unit, self.lowering.program.data_model, ty)
    }
}

impl Candidates {
    fn add_dynamic(&mut self, size: Option<u64>) {
        self.dynamic = Some(match self.dynamic {
            None => size,
            Some(known) if known == size => size,
            Some(_) => None,
        });
    }
}
