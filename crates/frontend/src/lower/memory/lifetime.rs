//! Which objects are there: allocated and not yet freed, in scope and not yet left.
//!
//! Followed only where the property is about memory; otherwise an object that is gone keeps its
//! contents. Objects made at run time have a state in an array of their node, if one of them can
//! end; a variable with a fixed number has a flag of its own. A local that comes into being again
//! is the same object again, unless a pointer to it may be kept (`stale`).

use super::object::Begins;
use crate::ast::{ExprKind, Storage, VariableId};
use crate::lower::body::Body;
use crate::lower::lowering::Lowering;
use crate::lower::pointer_bits::OFFSET_BITS;
use crate::lower::state::StaticObject;
use crate::points_to::{Cell, ExprKey, NodeId, Object};
use invar_cfa::{Aspect, Ghost, IntegerType, Scope, Span, Subject, Undefined, VarId};
use invar_term::{Sort, TermId};

/// Bits of a state.
const STATE_BITS: u32 = 3;
/// On the stack, until its scope ends. What never was there, and what `alloca` made and is gone, is
/// zero.
const STACK: u128 = 1;
/// Allocated.
const HEAP: u128 = 2;
/// Allocated once, and freed.
pub(super) const FREED: u128 = 3;
/// A variable that is out of scope.
const LEFT: u128 = 4;

/// Where an object made at run time lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::lower) enum Home {
    /// Until it is freed.
    Heap,
    /// Until its scope or function ends.
    Stack,
}

/// A new object.
#[derive(Clone, Copy)]
pub(in crate::lower) struct New {
    pub begins: Begins,
    pub home: Home,
}

impl Lowering<'_> {
    /// Whether it matters that objects come and go.
    pub(in crate::lower) fn follows_lifetimes(&self) -> bool {
        let property = self.program.property;
        [Aspect::Dereference, Aspect::Free, Aspect::Leak]
            .iter()
            .any(|aspect| property.asks_for(*aspect))
    }

    /// Whether an object that is made at run time in a node can end before the program does.
    pub(super) fn has_limited_lifetimes(&mut self, node: NodeId) -> bool {
        let info = self.points_to.node(node);
        if info.freed {
            return true;
        }
        let objects = info.objects.clone();
        objects.iter().any(|(object, _)| match object {
            Object::Variable(variable) => self.has_own_address(*variable),
            Object::Heap(key) => self.is_on_stack(*key),
            _ => false,
        })
    }

    /// Whether an object of a node may give its place to another one when a block or a function ends.
    pub(in crate::lower) fn holds_locals(&self, node: NodeId) -> bool {
        let objects = &self.points_to.node(node).objects;
        objects.iter().any(|(object, _)| match object {
            Object::Variable(variable) => self.has_limited_lifetime(*variable),
            Object::Heap(key) => self.is_on_stack(*key),
            Object::Literal(key) => self.is_literal_of_block(*key),
            Object::Function(_) | Object::ArgumentVector | Object::Argument | Object::External => {
                false
            }
        })
    }

    /// Whether a compound literal is an object of the block around it; strings stay.
    fn is_literal_of_block(&self, key: ExprKey) -> bool {
        let literal = self.points_to.expression(key);
        literal.is_some_and(|literal| matches!(literal.kind, ExprKind::CompoundLiteral(_)))
    }

    /// Whether an allocating call makes an object on the stack.
    fn is_on_stack(&self, key: crate::points_to::ExprKey) -> bool {
        let call = self.points_to.expression(key);
        call.is_some_and(|call| super::heap::is_alloca(self.unit, call))
    }

    /// The states of the objects of a node that were made at run time.
    pub(super) fn states(&mut self, node: NodeId) -> VarId {
        if let Some(known) = self.memory.states.get(&node) {
            return *known;
        }
        let sort = Sort::array(Sort::BitVec(32), Sort::BitVec(STATE_BITS));
        let name = self.unique(format!("$state{}", node.0));
        let states = self.ghost(&name, &sort);
        self.program.variables[states.0 as usize].ghost = Some(Ghost::States);
        self.memory.states.insert(node, states);
        states
    }

    /// The flag of a variable with a fixed number that is gone after its scope; `None` if it
    /// stays as long as the program runs.
    pub(super) fn flag(&mut self, variable: VariableId) -> Option<VarId> {
        if !self.follows_lifetimes() || !self.has_limited_lifetime(variable) {
            return None;
        }
        if let Some(known) = self.memory.flags.get(&variable) {
            return Some(*known);
        }
        let declared = self.unit.variable(variable);
        let owner = crate::lower::lowering::owner_prefix(self.unit, &declared.storage);
        let name = self.unique(format!("$alive {owner}{}", declared.name));
        let flag = self.ghost(&name, &Sort::BitVec(1));
        self.memory.flags.insert(variable, flag);
        Some(flag)
    }

    pub(super) fn has_limited_lifetime(&self, variable: VariableId) -> bool {
        let declared = self.unit.variable(variable);
        matches!(declared.storage, Storage::Local(_) | Storage::Parameter(_))
            && !self.program_lifetime.contains(&variable)
    }

    /// A variable that no text has.
    pub(super) fn ghost(&mut self, name: &str, sort: &Sort) -> VarId {
        let integer = IntegerType {
            width: match sort {
                Sort::BitVec(width) => *width,
                _ => STATE_BITS,
            },
            signed: false,
        };
        self.program
            .add_variable(name, None, sort, integer, "unsigned", Scope::Global, None)
    }
}

impl Body<'_, '_> {
    /// An object made at run time is there from now on.
    pub(super) fn begin_state(
        &mut self,
        cell: Cell,
        number: TermId,
        home: Home,
        span: Option<Span>,
    ) {
        if !self.lowering.follows_lifetimes() {
            return;
        }
        if self.lowering.has_limited_lifetimes(cell.node) {
            let state = match home {
                Home::Heap => HEAP,
                Home::Stack => STACK,
            };
            self.set_state(cell.node, number, state, span);
        }
        if home == Home::Heap {
            self.count_allocation(cell.node, span);
        }
    }

    pub(super) fn set_state(
        &mut self,
        node: NodeId,
        number: TermId,
        state: u128,
        span: Option<Span>,
    ) {
        let states = self.lowering.states(node);
        let t = self.terms.clone();
        let new = t.store(self.symbol(states), number, t.bv(STATE_BITS, state));
        self.assign(states, new, span);
    }

    fn state_of(&mut self, node: NodeId, pointer: TermId) -> TermId {
        let states = self.lowering.states(node);
        self.terms
            .select(self.symbol(states), self.object_of(pointer))
    }

    /// Whether an object that a pointer points to, of those made at run time, was allocated.
    pub(super) fn was_allocated(&mut self, node: NodeId, pointer: TermId) -> TermId {
        let t = self.terms.clone();
        let state = self.state_of(node, pointer);
        t.eq(t.extract(1, 1, state), t.bv(1, 1))
    }

    /// Whether it was freed since.
    pub(super) fn was_freed(&mut self, node: NodeId, pointer: TermId) -> TermId {
        let t = self.terms.clone();
        let state = self.state_of(node, pointer);
        t.eq(state, t.bv(STATE_BITS, FREED))
    }

    /// Whether an object that was made at run time is, or was, there.
    pub(super) fn is_made(&mut self, node: NodeId, pointer: TermId) -> TermId {
        let t = self.terms.clone();
        if self.lowering.has_limited_lifetimes(node) {
            let state = self.state_of(node, pointer);
            return t.ne(state, t.bv(STATE_BITS, 0));
        }
        // None ends: those that are numbered already.
        let number = self.object_of(pointer);
        let next = self.lowering.next_object();
        let first = self.lowering.memory.first_dynamic();
        let position = t.bv_sub(self.index_of(number), t.bv(32, u128::from(first)));
        let made = t.bv_ult(position, self.symbol(next));
        t.and(&[self.is_program(pointer), made])
    }

    /// Ends the path if a pointer into an object of its node finds it gone.
    pub(super) fn check_lifetime(&mut self, pointer: TermId, cell: Cell, span: Option<Span>) {
        if !self.lowering.follows_lifetimes() {
            return;
        }
        let t = self.terms.clone();
        let subject = Subject::Pointer(pointer);
        let node = self.lowering.points_to.node(cell.node);
        if node.freed {
            // States of fixed objects stay zero.
            let freed = self.was_freed(cell.node, pointer);
            self.require_of(subject.clone(), t.not(freed), Undefined::Freed, span);
        }
        let there = self.is_in_scope(pointer, cell);
        self.require_of(subject, there, Undefined::OutOfScope, span);
    }

    /// Whether the local variable that a pointer points into is still there.
    fn is_in_scope(&mut self, pointer: TermId, cell: Cell) -> TermId {
        let t = self.terms.clone();
        let mut there = Vec::new();
        let objects = self.lowering.points_to.node(cell.node).objects.clone();
        let comes_and_goes = objects.iter().any(|(object, _)| match object {
            Object::Variable(variable) => self.lowering.has_own_address(*variable),
            _ => false,
        });
        if comes_and_goes {
            let state = self.state_of(cell.node, pointer);
            there.push(t.ne(state, t.bv(STATE_BITS, LEFT)));
        }
        let alone = self.lowering.single(cell.node).is_some();
        for (object, _) in self.lowering.points_to.node(cell.node).objects.clone() {
            let Object::Variable(variable) = object else {
                continue;
            };
            if self.lowering.has_own_address(variable) {
                continue;
            }
            let Some(flag) = self.lowering.flag(variable) else {
                continue;
            };
            let alive = t.eq(self.symbol(flag), t.bv(1, 1));
            let number = self
                .lowering
                .object_number(StaticObject::Variable(variable));
            let here = t.eq(self.object_of(pointer), t.bv(32, u128::from(number)));
            there.push(if alone {
                alive
            } else {
                t.or(&[t.not(here), alive])
            });
        }
        t.and(&there)
    }

    /// A variable in memory comes into scope.
    pub(in crate::lower) fn begin_lifetime(&mut self, variable: VariableId, span: Option<Span>) {
        if self.lowering.has_own_address(variable) {
            return;
        }
        if let Some(flag) = self.lowering.flag(variable) {
            let one = self.terms.bv(1, 1);
            self.assign(flag, one, span);
        }
    }

    /// Variables go out of scope.
    pub(in crate::lower) fn end_lives(&mut self, variables: &[VariableId], span: Option<Span>) {
        if !self.lowering.follows_lifetimes() {
            return;
        }
        for variable in variables {
            if !self.lowering.points_to.in_memory(*variable)
                || !self.lowering.has_limited_lifetime(*variable)
            {
                continue;
            }
            if self.lowering.has_own_address(*variable) {
                let address = self.variable_address(*variable);
                let cell = self.lowering.points_to.variable(*variable);
                let number = self.object_of(address);
                self.set_state(cell.node, number, LEFT, span);
            } else if let Some(flag) = self.lowering.flag(*variable) {
                let zero = self.terms.bv(1, 0);
                self.assign(flag, zero, span);
            }
        }
        self.ended_for_handlers(variables, span);
    }

    /// The object that `alloca` made, if it did.
    pub(in crate::lower) fn end_alloca(&mut self, node: NodeId, holder: VarId, span: Option<Span>) {
        let number = self.object_of(self.symbol(holder));
        self.set_state(node, number, 0, span);
        // Where sizes are looked up, states are not.
        if self.needs_sizes(Cell { node, offset: 0 }) {
            let zero = self.terms.bv(32, 0);
            self.set_size(number, zero, span);
        }
        let null = self.terms.bv(crate::lower::pointer_bits::WIDTH, 0);
        self.assign(holder, null, span);
    }

    /// Whether two pointers may be compared: the address of an object that was freed may have
    /// been given to another one.
    pub(in crate::lower) fn check_comparison(
        &mut self,
        (a, left): (TermId, Cell),
        (b, right): (TermId, Cell),
        span: Option<Span>,
    ) {
        if !self.lowering.follows_lifetimes() {
            return;
        }
        let t = self.terms.clone();
        let (x, y) = (self.object_of(a), self.object_of(b));
        let ours = [self.is_program(a), self.is_program(b)];
        let different = t.and(&[t.ne(x, y), ours[0], ours[1]]);
        if t.is_false(different) {
            return;
        }
        let mut gone = Vec::new();
        for (pointer, cell) in [(a, left), (b, right)] {
            if self.lowering.points_to.node(cell.node).freed {
                gone.push(self.was_freed(cell.node, pointer));
            }
            gone.push(t.not(self.is_in_scope(pointer, cell)));
        }
        let bad = t.and(&[different, t.or(&gone)]);
        let guards = self.guards.clone();
        let reached = t.and(&guards);
        let fine = t.not(t.and(&[reached, bad]));
        self.require_modelled(
            fine,
            "comparison with the address of an object that is gone",
            span,
        );
    }

    /// Whether an address may become a number, which can be compared later.
    pub(in crate::lower) fn check_number(&mut self, pointer: TermId, expr: &crate::ast::Expr) {
        if self.forgets_memory() || self.compared_with_constants.contains(&ExprKey::of(expr)) {
            return;
        }
        let Some(cell) = self.lowering.points_to.pointee(expr) else {
            return;
        };
        let t = self.terms.clone();
        // Where integers carry pointers, comparing them asks again.
        let carries = self.lowering.points_to.follows_integers();
        let is_reused = !carries && self.lowering.holds_locals(cell.node);
        if is_reused || self.lowering.points_to.node(cell.node).freed {
            let guards = self.guards.clone();
            let other = t.not(self.is_program(pointer));
            let unreached = t.not(t.and(&guards));
            let construct = "number of an address that may be given away again";
            self.require_modelled(t.or(&[other, unreached]), construct, expr.span);
        }
    }

    /// Accesses to the arguments of `main` are not decided: how much memory they have is not known.
    pub(super) fn check_arguments(&mut self, pointer: TermId, cell: Cell, span: Option<Span>) {
        if self.lowering.follows_lifetimes() && self.lowering.arguments.contains(&cell.node) {
            let ours = self.terms.not(self.is_external(pointer));
            self.require_modelled(ours, "memory of the arguments of main", span);
        }
    }

    /// The first byte of an object.
    pub(super) fn is_first_byte(&self, pointer: TermId) -> TermId {
        let t = &self.terms;
        t.eq(t.extract(OFFSET_BITS - 1, 0, pointer), t.bv(OFFSET_BITS, 0))
    }
}
