//! Objects coming into being: fixed ones, and those made at run time.

use super::lifetime::{Home, New};
use crate::ast::{Storage, Type, VariableId};
use crate::lower::body::{Body, Lowered};
use crate::lower::lowering::Lowering;
use crate::lower::pointer_bits::{ANY, OFFSET_BITS, PROGRAM};
use crate::lower::shape::{Scalar, Shape};
use crate::lower::state::StaticObject;
use crate::points_to::{Cell, ExprKey, Object};
use invar_cfa::{
    AssumeReason, AssumptionKind, Ghost, HavocOrigin, IntegerType, Number, Operation, Scope, Span,
    Subject, Undefined, VarId,
};
use invar_term::{Sort, TermId, Value};

/// Uninitialised scalars that are made arbitrary one by one.
const MAX_SCALARS: usize = 64;
/// Objects that a run can make.
const MAX_MADE: u32 = 1 << 26;

/// How the contents of a new object begin.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lower) enum Begins {
    Zero,
    Any,
}

impl Body<'_, '_> {
    /// The first byte of an object with a fixed number.
    pub(in crate::lower) fn static_address(&mut self, object: StaticObject) -> TermId {
        let number = self.lowering.object_number(object);
        self.address_of_object(number)
    }

    /// The first byte of a variable in memory.
    pub(in crate::lower) fn variable_address(&mut self, variable: VariableId) -> TermId {
        if self.lowering.has_own_address(variable) {
            let holder = self.lowering.address_holder(variable, self.function);
            return self.symbol(holder);
        }
        self.static_address(StaticObject::Variable(variable))
    }

    /// A new object of some bytes in the node of a cell; its first byte.
    pub(in crate::lower) fn make_object(
        &mut self,
        cell: Cell,
        bytes: TermId,
        new: New,
        span: Option<Span>,
    ) -> TermId {
        if self.forgets_memory() {
            return self.any_object(span);
        }
        let t = self.terms.clone();
        let next = self.lowering.next_object();
        let count = self.symbol(next);
        let in_reach = t.bv_ult(count, t.bv(32, u128::from(MAX_MADE)));
        self.assume(
            in_reach,
            AssumeReason::Assumption(AssumptionKind::Allocation),
            span,
        );
        let first = self.lowering.memory.first_dynamic();
        let mark = match new.begins {
            Begins::Zero => PROGRAM << 28,
            Begins::Any => PROGRAM << 28 | ANY,
        };
        let number = t.bv_or(
            t.bv_add(count, t.bv(32, u128::from(first))),
            t.bv(32, u128::from(mark)),
        );
        let number = self.save(number, Scalar::WORD, span);
        self.assign(next, t.bv_add(count, t.bv(32, 1)), span);
        // For messages, also where no check looks them up.
        if self.needs_sizes(cell) || self.lowering.follows_lifetimes() {
            self.set_size(number, bytes, span);
        }
        self.begin_state(cell, number, new.home, span);
        self.note_owner(number, cell.node, span);
        self.place_object(number, bytes, cell, span);
        t.concat(number, t.bv(OFFSET_BITS, 0))
    }

    pub(super) fn set_size(&mut self, number: TermId, size: TermId, span: Option<Span>) {
        let sizes = self.sizes();
        let new = self.terms.store(self.symbol(sizes), number, size);
        self.assign(sizes, new, span);
    }

    /// The variable with the sizes of objects.
    pub(super) fn sizes(&mut self) -> VarId {
        self.lowering.sizes()
    }

    /// A local variable in memory comes into being, with arbitrary contents.
    pub(in crate::lower) fn make_local(
        &mut self,
        variable: VariableId,
        span: Option<Span>,
    ) -> Lowered<()> {
        let unit = self.lowering.unit;
        let declared = unit.variable(variable);
        if self.lowering.has_own_address(variable) {
            let begins = if self.lowering.points_to.starts_zero(variable) {
                Begins::Zero
            } else {
                Begins::Any
            };
            self.check_lengths(&declared.ty, span);
            let size = self.type_size(&declared.ty, span)?;
            let bytes = self.object_bytes(size, span);
            let cell = self.lowering.points_to.variable(variable);
            let home = Home::Stack;
            let address = self.make_object(cell, bytes, New { begins, home }, span);
            if let Some(span) = span {
                let name = self.lowering.unit.variable(variable).name.clone();
                self.lowering.notes.made.insert(span, name);
            }
            let holder = self.lowering.address_holder(variable, self.function);
            self.assign(holder, address, span);
            return Ok(());
        }
        self.begin_lifetime(variable, span);
        self.forget_contents(variable, span)
    }

    /// Computed lengths are not negative. A length of zero is an extension that gcc and clang have.
    fn check_lengths(&mut self, ty: &Type, span: Option<Span>) {
        let element = match ty {
            Type::VariableArray(element, length) => {
                let place = self.variable_place(*length);
                if let Ok((length, scalar)) = self.read_scalar(&place, span) {
                    let t = self.terms.clone();
                    let fine = t.bv_sle(t.bv(scalar.width, 0), length);
                    let subject = Subject::Length(Number {
                        value: length,
                        signed: true,
                    });
                    self.require_of(subject, fine, Undefined::ArrayLength, span);
                }
                element
            }
            Type::Array(element, _) => element,
            _ => return,
        };
        self.check_lengths(element, span);
    }

    /// Makes the contents of a variable zero if it is alone in its node.
    pub(in crate::lower) fn clear_contents(
        &mut self,
        variable: VariableId,
        span: Option<Span>,
    ) -> bool {
        let Some(contents) = self.lowering.contents_alone(variable) else {
            return false;
        };
        for target in contents {
            if let Some(zero) = Value::zero(self.lowering.program.sort(target)) {
                let zero = self.terms.constant(&zero);
                self.assign(target, zero, span);
            }
        }
        self.clear_marks(variable, span);
        true
    }

    /// Makes the contents of a local with a fixed number arbitrary.
    pub(in crate::lower) fn forget_contents(
        &mut self,
        variable: VariableId,
        span: Option<Span>,
    ) -> Lowered<()> {
        if let Some(contents) = self.lowering.contents_alone(variable) {
            for target in contents {
                let origin = HavocOrigin::Uninitialised;
                self.emit(Operation::Havoc { target, origin }, span);
            }
            self.clear_marks(variable, span);
            return Ok(());
        }
        let place = self.variable_place(variable);
        self.forget_place(&place, span)
    }

    /// A number of bytes in 32 bits. No memory has room for objects of 2 GB and more: such a
    /// path ends.
    pub(super) fn object_bytes(&mut self, size: TermId, span: Option<Span>) -> TermId {
        let t = self.terms.clone();
        let width = t.width(size);
        let fits = t.bv_ult(size, t.bv(width, 1 << 31));
        self.assume(
            fits,
            AssumeReason::Assumption(AssumptionKind::Allocation),
            span,
        );
        t.extract(31, 0, size)
    }
}

impl Lowering<'_> {
    /// Whether each instance of a variable gets a number of its own: in recursive functions,
    /// for computed lengths, and where making the old contents arbitrary would take too long.
    pub(in crate::lower) fn has_own_address(&mut self, variable: VariableId) -> bool {
        if self.is_dynamic(variable) || self.may_be_outlived(variable) {
            return true;
        }
        let declared = self.unit.variable(variable);
        if !matches!(declared.storage, Storage::Local(_)) {
            return false;
        }
        let cell = self.points_to.variable(variable);
        self.single(cell.node).is_none() && self.scalar_count(&declared.ty) > MAX_SCALARS
    }

    /// The variables of all contents of a variable that is alone in its node.
    fn contents_alone(&mut self, variable: VariableId) -> Option<Vec<VarId>> {
        let node = self.points_to.variable(variable).node;
        self.single(node)?;
        for part in self.points_to.node(node).parts.clone() {
            self.part_storage(node, &part);
        }
        Some(self.single_variables(node))
    }

    fn scalar_count(&self, ty: &Type) -> usize {
        fn count(shape: &Shape) -> usize {
            match shape {
                Shape::Scalar(_) => 1,
                Shape::Array(element, length) => count(element).saturating_mul(*length as usize),
                Shape::Struct { members, .. } => members.iter().map(|m| count(&m.shape)).sum(),
                Shape::Union { size } => *size as usize,
                Shape::Opaque(_) => 0,
            }
        }
        count(&self.shapes.of(ty))
    }

    /// The variable that holds the address of a local with a number of its own.
    fn address_holder(&mut self, variable: VariableId, function: invar_cfa::FunctionId) -> VarId {
        if let Some(known) = self.holders.get(&variable) {
            return *known;
        }
        let declared = self.unit.variable(variable);
        let prefix = crate::lower::lowering::owner_prefix(self.unit, &declared.storage);
        let name = format!("{prefix}&{}", declared.name);
        let scalar = Scalar::pointer(self.program.data_model);
        let shape = std::rc::Rc::new(Shape::Scalar(scalar));
        let storage = self.allocate(&name, None, shape, Scope::Local(function), declared.span);
        self.holders.insert(variable, storage.leaves[0]);
        storage.leaves[0]
    }

    pub(in crate::lower) fn next_object(&mut self) -> VarId {
        if let Some(next) = self.memory.next {
            return next;
        }
        let next = self.counter("$objects", &Sort::BitVec(32), Ghost::NewestObject);
        self.memory.next = Some(next);
        next
    }

    fn sizes(&mut self) -> VarId {
        if let Some(sizes) = self.memory.sizes {
            return sizes;
        }
        let sort = Sort::array(Sort::BitVec(32), Sort::BitVec(32));
        let sizes = self.counter("$sizes", &sort, Ghost::Sizes);
        self.memory.sizes = Some(sizes);
        sizes
    }

    fn counter(&mut self, name: &str, sort: &Sort, ghost: Ghost) -> VarId {
        let integer = IntegerType {
            width: 32,
            signed: false,
        };
        let global = Scope::Global;
        let variable =
            self.program
                .add_variable(name, None, sort, integer, "unsigned int", global, None);
        self.program.variables[variable.0 as usize].ghost = Some(ghost);
        variable
    }

    /// The size of a fixed object is looked up: the start of the program records it.
    pub(super) fn remember_size(&mut self, object: StaticObject, size: Option<u64>) {
        self.sizes();
        let number = self.object_number(object);
        let size = size.unwrap_or(u64::from(u32::MAX)).min(u64::from(u32::MAX));
        self.recorded_sizes.insert(number, size as u32);
    }

    /// Bytes that an allocating call asks for, if that is a constant.
    pub(super) fn heap_size(&self, key: ExprKey) -> Option<u64> {
        self.heap_sizes.get(&key).copied().flatten()
    }

    /// Looks at every object before anything is lowered.
    pub(in crate::lower) fn survey_objects(&mut self) {
        for node in self.points_to.nodes() {
            for (object, _) in &node.objects {
                if let Object::Heap(key) = object {
                    let call = self.points_to.expression(*key);
                    let size = call
                        .and_then(|c| super::heap::constant_request(self.unit, &self.program, c));
                    self.heap_sizes.insert(*key, size);
                }
            }
        }
        self.make_counters();
    }
}
