//! Memory from outside that the precondition of the entry function speaks of.

use crate::ast::{CastKind, Expr, ExprKind, Statement, StatementKind, Storage, Unit, VariableId};
use crate::contract::MAX_OBJECT;
use crate::lower::body::{Body, Lowered};
use crate::lower::conversion::extend;
use crate::lower::lowering::Lowering;
use crate::lower::pointer_bits::{FIRST_ADDRESS, WIDTH};
use crate::lower::shape::{Scalar, Shape};
use crate::lower::state::Range;
use crate::points_to::{Cell, Object};
use invar_cfa::{
    AssumeReason, AssumptionKind, HavocOrigin, Operation, Scope, Span, Subject, Undefined, VarId,
};
use invar_term::{Op, TermId};
use std::rc::Rc;

impl Body<'_, '_> {
    /// From now on a number of bytes at a pointer can be accessed.
    pub(in crate::lower) fn declare_range(&mut self, first: &Expr, bytes: &Expr) -> Lowered<()> {
        // An inner call would have to establish the precondition.
        if self.lowering.is_recursive(self.function) {
            return self.unsupported("precondition of a recursive function", None);
        }
        let settled = self.settled_parameter(first);
        let (first, _) = self.scalar(first)?;
        let first = self.save(first, self.pointer_scalar(), None);
        let (bytes, scalar) = self.scalar(bytes)?;
        let t = self.terms.clone();
        let bytes = extend(&t, bytes, scalar.width, scalar.signed(), WIDTH);
        let number = self.lowering.ranges.as_ref().map_or(0, Vec::len);
        let base = self.shared(&format!("$range {number} first"), self.pointer_scalar());
        self.assign(base, first, None);
        let base = self.symbol(base);
        let size = self.shared(&format!("$range {number} bytes"), Scalar::WIDE);
        // Nothing is there where the pointer is null.
        let nothing = t.bv(WIDTH, 0);
        let is_null = t.eq(first, nothing);
        self.assign(size, t.ite(is_null, nothing, bytes), None);
        let size = self.symbol(size);
        let last = self.shared(&format!("$range {number} last"), self.pointer_scalar());
        let end = t.bv_add(first, t.bv_sub(size, t.bv(WIDTH, 1)));
        self.assign(last, end, None);
        let last = self.symbol(last);
        let one_object = t.and(&[
            self.is_external(first),
            self.is_external(last),
            t.bv_ule(first, last),
            t.bv_ule(size, t.bv(WIDTH, MAX_OBJECT.into())),
        ]);
        let empty = t.eq(size, nothing);
        let reason = AssumeReason::Assumption(AssumptionKind::Precondition);
        self.assume(t.or(&[empty, one_object]), reason, None);
        if let Some(ranges) = &mut self.lowering.ranges {
            ranges.push(Range {
                base,
                parameter: settled.map(|parameter| (self.function, parameter)),
                size,
                last,
            });
        }
        Ok(())
    }

    /// The pointer of a parameter that keeps its value: distances from it are simple.
    fn settled_parameter(&mut self, first: &Expr) -> Option<TermId> {
        match &first.kind {
            ExprKind::Cast(_, inner) => self.settled_parameter(inner),
            ExprKind::Variable(variable) => {
                let unit = self.lowering.unit;
                let function = self.lowering.source_of(self.function)?;
                let is_parameter = unit.variable(*variable).storage == Storage::Parameter(function);
                let is_plain = !self.lowering.points_to.in_memory(*variable);
                let body = unit.function(function).body.as_ref()?;
                if !is_parameter || !is_plain || changes(unit, body, *variable) {
                    return None;
                }
                let leaf = self.storage(*variable).leaves[0];
                Some(self.symbol(leaf))
            }
            _ => None,
        }
    }

    /// A variable that all functions see.
    pub(super) fn shared(&mut self, name: &str, scalar: Scalar) -> VarId {
        let shape = Rc::new(Shape::Scalar(scalar.in_full()));
        let storage = (self.lowering).allocate(name, None, shape, Scope::Global, None);
        storage.leaves[0]
    }

    /// Whether bytes of code that is not there can be accessed. With a precondition, what it does not cover is checked
    /// apart ([`Self::check_covered`]). What it covers is not null and outside, since it lies in one object: said here
    /// again, so that no proof has to find it.
    pub(super) fn is_accessible_externally(&mut self, pointer: TermId, bytes: TermId) -> TermId {
        let Some(covered) = self.covered(pointer, bytes) else {
            return self.is_external(pointer);
        };
        let t = self.terms.clone();
        let external = t.and(&[self.is_external(pointer), t.not(self.is_near_null(pointer))]);
        t.or(&[covered, external])
    }

    /// Whether an access is to an element or a member of what is not there.
    fn is_near_null(&self, pointer: TermId) -> TermId {
        let base = self.element_base(pointer);
        self.terms.bv_ult(base, self.terms.bv(WIDTH, FIRST_ADDRESS))
    }

    /// Whether bytes are among those that the precondition speaks of; `None` without a precondition.
    pub(super) fn covered(&self, pointer: TermId, bytes: TermId) -> Option<TermId> {
        let t = &self.terms;
        let ranges = self.lowering.ranges.as_ref()?;
        let within = ranges.iter().map(|range| {
            let base = match range.parameter {
                Some((function, parameter)) if function == self.function => parameter,
                _ => range.base,
            };
            let some = t.as_bv(bytes).is_some_and(|bytes| !bytes.is_zero());
            match self.added_to(base, pointer) {
                Some(distance) => self.fits(distance, bytes, range.size),
                None if some => self.lies_in(pointer, bytes, range),
                None => self.fits(t.bv_sub(pointer, base), bytes, range.size),
            }
        });
        let within: Vec<TermId> = within.collect();
        Some(t.or(&within))
    }

    /// What a pointer adds to a base, where it is written so.
    fn added_to(&self, base: TermId, pointer: TermId) -> Option<TermId> {
        let t = &self.terms;
        if pointer == base {
            return Some(t.bv(WIDTH, 0));
        }
        let node = t.node(pointer);
        match (&node.op, node.args.as_slice()) {
            (Op::BvAdd, [a, b]) if *a == base => Some(*b),
            (Op::BvAdd, [a, b]) if *b == base => Some(*a),
            _ => None,
        }
    }

    /// Whether bytes, at least one, lie between the first and the last one of a range, which does not wrap around. For
    /// pointers that step through it, this is much easier to prove than bounds of a difference.
    fn lies_in(&self, pointer: TermId, bytes: TermId, range: &Range) -> TermId {
        let t = &self.terms;
        let one = t.bv(WIDTH, 1);
        t.and(&[
            t.bv_ule(one, range.size),
            t.bv_ule(range.base, pointer),
            t.bv_ule(pointer, range.last),
            t.bv_ule(t.bv_sub(bytes, one), t.bv_sub(range.last, pointer)),
        ])
    }

    /// The pointer that an element, or a member of one, was designated from; the pointer itself if there is none.
    fn element_base(&self, pointer: TermId) -> TermId {
        let node = self.terms.node(pointer);
        let outer = match node.op {
            Op::BvAdd => node
                .args
                .iter()
                .find(|arg| self.element_bases.contains_key(arg)),
            _ => None,
        };
        let element = outer.copied().unwrap_or(pointer);
        self.element_bases.get(&element).copied().unwrap_or(pointer)
    }

    /// A pointer in memory from outside is null or leads to an object, which may be one of the program's.
    pub(super) fn assume_object_of_caller(&mut self, pointer: TermId, cell: Cell) {
        if !self.is_of_caller(cell) || self.lowering.makes_addresses() {
            return;
        }
        let t = self.terms.clone();
        let reached = t.and(&self.guards);
        let fine = t.or(&[
            t.not(reached),
            t.eq(pointer, t.bv(WIDTH, 0)),
            self.is_external(pointer),
            self.is_program(pointer),
        ]);
        let reason = AssumeReason::Assumption(AssumptionKind::Entry);
        self.assume(fine, reason, None);
    }

    /// An object of a caller holds what is accessed in it, and lies where no object of the program does. Where the program
    /// makes pointers of numbers, other addresses are a gap.
    fn assume_inside_caller(
        &mut self,
        pointer: TermId,
        cell: Cell,
        bytes: TermId,
        span: Option<Span>,
    ) {
        if !self.is_of_caller(cell) {
            return;
        }
        let t = self.terms.clone();
        let last = t.bv_add(pointer, t.bv_sub(bytes, t.bv(WIDTH, 1)));
        let inside = t.and(&[
            self.is_external(pointer),
            self.is_external(last),
            t.bv_ule(pointer, last),
        ]);
        let mut fine = vec![inside, self.is_near_null(pointer)];
        fine.extend(self.in_registers(pointer, cell, bytes));
        if self.may_be_own(cell) {
            fine.push(self.is_program(pointer));
        }
        let fine = t.or(&fine);
        if self.lowering.makes_addresses() {
            return self.require_modelled(fine, "address where no object of a caller is", span);
        }
        let reason = AssumeReason::Assumption(AssumptionKind::Entry);
        self.assume(fine, reason, span);
    }

    /// Whether memory of a caller may be there.
    fn is_of_caller(&self, cell: Cell) -> bool {
        let mut objects = self.lowering.points_to.node(cell.node).objects.iter();
        !self.lowering.starts_at_main && objects.any(|(object, _)| *object == Object::External)
    }

    /// Whether objects of the program may be there.
    fn may_be_own(&self, cell: Cell) -> bool {
        let mut objects = self.lowering.points_to.node(cell.node).objects.iter();
        objects.any(|(object, _)| *object != Object::External)
    }

    /// Checks that a clause is about an access to memory from outside. Executions go on after it: callers can make the
    /// access valid.
    pub(super) fn check_covered(
        &mut self,
        pointer: TermId,
        cell: Cell,
        bytes: TermId,
        span: Option<Span>,
    ) {
        let Some(covered) = self.covered(pointer, bytes) else {
            return self.assume_inside_caller(pointer, cell, bytes, span);
        };
        let t = self.terms.clone();
        // A null pointer is a violation, whatever else is known. An element of what is not null never lies at null.
        let mut known = vec![covered, self.is_near_null(pointer)];
        if self.may_be_own(cell) {
            known.push(self.is_program(pointer));
        }
        let known = t.or(&known);
        if t.is_true(known) {
            return;
        }
        let goes_on = self.temporary(Scalar::BYTE);
        let origin = HavocOrigin::Uninitialised;
        let target = goes_on;
        self.emit(Operation::Havoc { target, origin }, span);
        let goes_on = self.truth((self.symbol(goes_on), Scalar::BYTE));
        let subject = Subject::Pointer(pointer);
        self.require_of(subject, t.or(&[known, goes_on]), Undefined::Uncovered, span);
        // The others fail the check.
        let reason = AssumeReason::Assumption(AssumptionKind::Precondition);
        self.assume(t.or(&[known, self.is_external(pointer)]), reason, span);
        self.assume_inside_caller(pointer, cell, bytes, span);
    }
}

impl Lowering<'_> {
    /// Whether the program makes pointers of numbers other than null, or numbers of pointers.
    pub(in crate::lower) fn makes_addresses(&mut self) -> bool {
        if let Some(known) = self.address_casts {
            return known;
        }
        let functions = self.points_to.functions().iter();
        let mut bodies =
            functions.filter_map(|function| self.unit.function(*function).body.as_ref());
        let mut is_cast = |expr: &Expr| {
            matches!(
                expr.kind,
                ExprKind::Cast(CastKind::IntegralToPointer | CastKind::PointerToIntegral, _)
            )
        };
        let found = bodies.any(|body| self.unit.any_expression(body, &mut is_cast));
        self.address_casts = Some(found);
        found
    }
}

/// Whether a statement changes a variable that is not in memory.
fn changes(unit: &Unit, statement: &Statement, variable: VariableId) -> bool {
    let in_expression = |expr: &Expr| is_changed(unit, expr, variable);
    let here = match &statement.kind {
        StatementKind::Declare(declared) => {
            let initialisers = declared.iter().map(|id| unit.variable(*id));
            let mut initialisers = initialisers.filter_map(|v| v.initialiser.as_ref());
            initialisers.any(in_expression)
        }
        StatementKind::Assembler { outputs, .. } => {
            outputs.iter().any(|output| is_named(output, variable))
        }
        _ => false,
    };
    here || statement.kind.expressions().into_iter().any(in_expression)
        || (statement.kind.statements().into_iter()).any(|inner| changes(unit, inner, variable))
}

fn is_changed(unit: &Unit, expr: &Expr, variable: VariableId) -> bool {
    let in_statement = match &expr.kind {
        ExprKind::Statement(statement) => changes(unit, statement, variable),
        _ => false,
    };
    let here = expr.changed();
    let here = here.is_some_and(|target| is_named(target, variable));
    here || in_statement || (expr.parts().into_iter()).any(|part| is_changed(unit, part, variable))
}

/// Whether a designator begins with a variable.
fn is_named(designator: &Expr, variable: VariableId) -> bool {
    match &designator.kind {
        ExprKind::Variable(named) => *named == variable,
        ExprKind::Cast(_, inner) | ExprKind::Member { base: inner, .. } => {
            is_named(inner, variable)
        }
        _ => false,
    }
}
