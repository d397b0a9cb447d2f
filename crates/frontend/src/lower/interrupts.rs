//! Where interrupt handlers run: after each operation that touches what handlers of a higher level touch (see
//! [`crate::interrupts`]). What is read is kept before they run.

use super::body::{Body, Lowered};
use super::lowering::Lowering;
use super::place::{Memory, Place, Value};
use super::pointer_bits::WIDTH;
use super::shape::Shape;
use super::state::{Access, Touch, UNINTERRUPTED};
use crate::ast::{AddressRange, CastKind, Expr, ExprKind, FunId, Statement, Storage, VariableId};
use crate::interrupts::STATUS_ADDRESSES;
use crate::points_to::root_variable;
use invar_cfa::{Scope, Span};

const MODEL: &str = "data that an interrupt handler uses, in a library function";
const COPY: &str = "copy of an object that an interrupt handler uses";
const WIDE: &str = "access wider than an address to an object that an interrupt handler uses";
const BITS: &str = "bit-field of an object that an interrupt handler uses";

const STATUS: &str = "status register that masks interrupts, with interrupt handlers";

/// Bytes that a copied object may have, for registers near it.
const LARGE: u128 = 1 << 16;

impl Lowering<'_> {
    /// Finds what the levels touch, if there are interrupt handlers.
    pub(super) fn find_shared_data(&mut self) {
        let unit = self.unit;
        if unit.interrupts.dispatchers.is_empty() {
            return;
        }
        for function in self.points_to.functions().to_vec() {
            let level = match self.dispatches(function) {
                // It reads the masks when handlers come.
                Some(level) => level + 1,
                None => self.level_of(function),
            };
            if let Some(body) = &unit.function(function).body {
                self.touched_at(body, 1 << level);
            }
        }
        let variables: Vec<(VariableId, Touch)> = self
            .shared
            .variables
            .iter()
            .map(|(id, touch)| (*id, *touch))
            .collect();
        for (id, touch) in variables {
            if lives_on(unit.variable(id).storage) && !self.points_to.in_memory(id) {
                let storage = self.storage_of(id, invar_cfa::FunctionId(0));
                for leaf in storage.leaves.iter() {
                    self.shared.plain.insert(*leaf, touch);
                }
            }
        }
    }

    fn touched_at(&mut self, body: &Statement, level: u64) {
        let unit = self.unit;
        let (mut read, mut written) = (Vec::new(), Vec::new());
        let (mut nodes, mut written_nodes) = (Vec::new(), Vec::new());
        let mut changed_nodes = Vec::new();
        let points_to = &self.points_to;
        unit.any_expression(body, &mut |expr| {
            if let ExprKind::Variable(id) = &expr.kind {
                read.push(*id);
                if points_to.in_memory(*id) {
                    nodes.push(points_to.variable(*id).node);
                }
            }
            if let Some(target) = expr.changed() {
                let root = root_variable(target);
                written.extend(root);
                let node = points_to.place(target).map(|cell| cell.node);
                changed_nodes.extend(node.filter(|_| root.is_none()));
                written_nodes.extend(points_to.place(target).map(|cell| cell.node));
            }
            nodes.extend(points_to.place(expr).map(|cell| cell.node));
            if let ExprKind::Call { callee, arguments } = &expr.kind {
                let called = callee.direct_callee().map(|id| unit.function(id));
                let is_written = |position: &usize| {
                    called.is_none_or(|called| !called.const_parameters.contains(position))
                };
                for (position, argument) in arguments.iter().enumerate() {
                    let node = points_to.pointee(argument).map(|cell| cell.node);
                    nodes.extend(node);
                    written_nodes.extend(node.filter(|_| is_written(&position)));
                }
            }
            false
        });
        for id in read {
            self.shared.variables.entry(id).or_default().reads |= level;
        }
        for id in written {
            self.shared.variables.entry(id).or_default().writes |= level;
            self.shared.changed.insert(id);
        }
        self.shared.changed_nodes.extend(changed_nodes);
        for node in nodes {
            self.shared.nodes.entry(node).or_default().reads |= level;
        }
        for node in written_nodes {
            self.shared.nodes.entry(node).or_default().writes |= level;
        }
    }

    /// The level that a dispatcher interrupts.
    fn dispatches(&self, function: FunId) -> Option<u32> {
        let mut dispatchers = self.unit.interrupts.dispatchers.iter();
        dispatchers
            .find(|(_, known)| **known == function)
            .map(|(level, _)| *level)
    }

    /// The level of a function.
    pub(super) fn level_of(&self, function: FunId) -> u32 {
        match self.dispatches(function) {
            Some(_) => UNINTERRUPTED,
            None => self
                .unit
                .interrupts
                .levels
                .get(&function)
                .copied()
                .unwrap_or(0),
        }
    }

    /// Whether there are handlers and the program itself may change a variable: then that is what changes it.
    pub(super) fn is_changed_with_handlers(&mut self, variable: VariableId) -> bool {
        let declared = self.unit.variable(variable);
        if self.unit.interrupts.dispatchers.is_empty()
            || (declared.storage == Storage::External && self.starts_at_main)
        {
            return false;
        }
        let is_changed_through_pointer = self.points_to.in_memory(variable) && {
            let node = self.points_to.variable(variable).node;
            self.shared.changed_nodes.contains(&node)
        };
        let is_changed = self.shared.changed.contains(&variable) || is_changed_through_pointer;
        if is_changed {
            let name = declared.name.clone();
            self.notes.interrupts.memory.insert(name);
        }
        is_changed
    }

    /// Notes what is taken for granted about masks.
    pub(super) fn note_masks(&mut self) {
        let interrupts = &self.unit.interrupts;
        self.notes.interrupts.masking = interrupts.masking.clone();
        self.notes.interrupts.start = interrupts.start;
    }
}

fn lives_on(storage: Storage) -> bool {
    !matches!(storage, Storage::Local(_) | Storage::Parameter(_))
}

impl Body<'_, '_> {
    /// Whether handlers can tell, or change, what an access to a place does.
    pub(super) fn is_interrupted(&self, place: &Place, access: Access) -> bool {
        let shared = &self.lowering.shared;
        let touches =
            |touch: Option<&Touch>| touch.is_some_and(|touch| touch.conflicts(self.level, access));
        match place {
            Place::Plain(plain) => {
                let mut variables = plain.variables().iter();
                variables.any(|variable| touches(shared.plain.get(variable)))
            }
            Place::Memory(memory) => touches(shared.nodes.get(&memory.cell.node)),
        }
    }

    /// Writing a register that masks interrupts is not modelled.
    pub(super) fn check_status_register(
        &mut self,
        memory: &Memory,
        shape: &Shape,
        span: Option<Span>,
    ) {
        let unit = self.lowering.unit;
        if unit.interrupts.dispatchers.is_empty() {
            return;
        }
        let t = self.terms.clone();
        let bytes = match shape {
            Shape::Scalar(scalar) => u128::from(scalar.bytes),
            _ => LARGE,
        };
        for address in STATUS_ADDRESSES {
            let is_inside = |range: &AddressRange| {
                (i128::from(range.first)..=i128::from(range.last)).contains(address)
            };
            if unit.registers.iter().any(is_inside) {
                let address = t.bv(WIDTH, address.unsigned_abs());
                let distance = t.bv_sub(address, memory.pointer);
                let is_apart = t.bv_ule(t.bv(WIDTH, bytes), distance);
                self.require_modelled(is_apart, STATUS, span);
            }
        }
    }

    /// Notes an expression that reads what handlers change more than once: C leaves the order of operands open.
    pub(super) fn note_interrupted_reads(&mut self, expr: &Expr) {
        let unit = self.lowering.unit;
        if !unit.interrupts.dispatchers.contains_key(&self.level) {
            return;
        }
        let (points_to, shared, level) =
            (&self.lowering.points_to, &self.lowering.shared, self.level);
        let mut reads = 0;
        unit.any_part(expr, &mut |part| {
            let object = match &part.kind {
                ExprKind::Cast(CastKind::LValueToRValue, object) => object.unmarked(),
                _ => match part.changed() {
                    Some(target) => target.unmarked(),
                    None => return false,
                },
            };
            let variable = root_variable(object).and_then(|id| shared.variables.get(&id));
            let node = points_to.place(object);
            let node = node.and_then(|cell| shared.nodes.get(&cell.node));
            let touches = [variable, node].into_iter().flatten();
            reads += usize::from(
                touches
                    .into_iter()
                    .any(|t| t.conflicts(level, Access::Read)),
            );
            false
        });
        if let (2.., Some(span)) = (reads, expr.span) {
            self.lowering.notes.open_orders.insert(span);
        }
    }

    /// What was read, kept from handlers that run now.
    pub(super) fn keep_from_handlers(
        &mut self,
        value: Value,
        span: Option<Span>,
    ) -> Lowered<Value> {
        self.check_shared_access(&value.shape, span)?;
        let name = format!("{}::$read", self.name);
        let scope = Scope::Local(self.function);
        let shape = value.shape.clone();
        let kept = self.lowering.allocate(&name, None, shape, scope, span);
        for (leaf, term) in kept.leaves.iter().zip(&value.leaves) {
            self.assign(*leaf, *term, span);
        }
        self.let_handlers_run(span);
        Ok(Value {
            leaves: kept.leaves.iter().map(|leaf| self.symbol(*leaf)).collect(),
            shape: kept.shape,
        })
    }

    /// Something was written that handlers use.
    pub(super) fn written_for_handlers(
        &mut self,
        place: &Place,
        span: Option<Span>,
    ) -> Lowered<()> {
        let is_bit_field = match (place, &**place.shape()) {
            (Place::Memory(memory), _) if memory.bits.is_some() => true,
            (_, Shape::Scalar(scalar)) => {
                scalar.stored < scalar.width && scalar.class != super::shape::Class::Bool
            }
            _ => false,
        };
        if is_bit_field {
            return self.unsupported(BITS, span);
        }
        self.check_shared_access(&place.shape().clone(), span)?;
        self.let_handlers_run(span);
        Ok(())
    }

    /// Accesses of one instruction are followed.
    fn check_shared_access(&mut self, shape: &Shape, span: Option<Span>) -> Lowered<()> {
        if self.is_of_a_model(span) {
            return self.unsupported(MODEL, span);
        }
        let Shape::Scalar(scalar) = shape else {
            return self.unsupported(COPY, span);
        };
        if scalar.bytes > self.pointer_scalar().bytes {
            self.unsupported(WIDE, span)
        } else {
            Ok(())
        }
    }

    /// Library functions on what handlers use are not followed: handlers may run in their midst.
    pub(super) fn check_shared_arguments(
        &mut self,
        arguments: &[Expr],
        span: Option<Span>,
    ) -> Lowered<()> {
        if self.uses_shared(arguments) {
            self.unsupported(MODEL, span)
        } else {
            Ok(())
        }
    }

    /// Code that is not there may have written to what its arguments point to.
    pub(super) fn written_externally_for_handlers(
        &mut self,
        arguments: &[Expr],
        span: Option<Span>,
    ) {
        if self.uses_shared(arguments) {
            self.let_handlers_run(span);
        }
    }

    fn uses_shared(&self, arguments: &[Expr]) -> bool {
        let (points_to, shared) = (&self.lowering.points_to, &self.lowering.shared);
        arguments.iter().any(|argument| {
            let node = points_to.pointee(argument).map(|cell| cell.node);
            let touch = node.and_then(|node| shared.nodes.get(&node));
            touch.is_some_and(|touch| touch.conflicts(self.level, Access::Write))
        })
    }

    /// Objects that handlers may use have ended.
    pub(super) fn ended_for_handlers(&mut self, gone: &[VariableId], span: Option<Span>) {
        let (points_to, shared) = (&self.lowering.points_to, &self.lowering.shared);
        let is_used = gone.iter().any(|variable| {
            let node = points_to.variable(*variable).node;
            let touch = shared.nodes.get(&node);
            points_to.in_memory(*variable)
                && touch.is_some_and(|touch| touch.conflicts(self.level, Access::Write))
        });
        if is_used {
            self.let_handlers_run(span);
        }
    }

    /// Any handlers of higher levels run, as long as no mask is set.
    fn let_handlers_run(&mut self, span: Option<Span>) {
        let dispatcher = self.lowering.unit.interrupts.dispatchers.get(&self.level);
        if let Some(dispatcher) = dispatcher.copied() {
            self.enter(dispatcher, Vec::new(), span);
        }
    }
}
