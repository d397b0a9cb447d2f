//! What functions without a body change (`--externals`).

use super::body::{Body, Lowered};
use super::memory::{Spot, Updates};
use super::place::Value;
use super::pointer_bits::{OFFSET_BITS, WIDTH};
use super::shape::{Class, Scalar, Shape};
use super::state::{PartStorage, StaticObject};
use crate::ast::{CastKind, Expr, ExprKind, Externals, FunctionDecl, Type, UnaryOp, VariableId};
use crate::library;
use crate::points_to::{Cell, Content, Kind, Object, Part, root_variable};
use invar_cfa::{Aspect, ExternalEffect, HavocOrigin, Operation, Scope, Span, VarId};
use invar_term::{Sort, TermId};

const ANYTHING: &str = "call of a function without a body, which may change anything";
const SEVERAL: &str = "call of a function without a body that may write to allocated memory or to one of several objects";
const POINTERS: &str = "call of a function without a body that may write several pointers";

impl Body<'_, '_> {
    /// What code that is not there does, if it writes nothing.
    pub(super) fn returned(&self, ty: &Type) -> ExternalEffect {
        if self.holds_pointer(ty) {
            ExternalEffect::ReturnsForeignPointers
        } else {
            ExternalEffect::ReturnsAnyValue
        }
    }

    /// Calls a function of which only the declaration is known: evaluates its arguments, and makes
    /// arbitrary what it may write to.
    pub(super) fn call_external(
        &mut self,
        declared: &FunctionDecl,
        arguments: &[Expr],
        span: Option<Span>,
    ) -> Lowered<()> {
        let externals = if library::is_of_program(declared) {
            self.lowering.unit.externals
        } else {
            Externals::Pure
        };
        let mut written = Vec::new();
        for (position, argument) in arguments.iter().enumerate() {
            let is_written = externals == Externals::Arguments
                && argument.is_pointer()
                && !declared.const_parameters.contains(&position);
            if is_written {
                let (pointer, scalar) = self.scalar(argument)?;
                written.push((argument, self.save(pointer, scalar, span)));
            } else {
                self.effects(argument)?;
            }
        }
        let effect = if written.is_empty() {
            self.returned(&declared.ty.result)
        } else {
            ExternalEffect::WritesArguments
        };
        self.lowering.note_external(&declared.name, effect, span);
        if externals == Externals::Anything {
            return self.unsupported(ANYTHING, span);
        }
        for (argument, pointer) in written {
            self.written_externally(&declared.name, argument, pointer, span)?;
        }
        self.written_externally_for_handlers(arguments, span);
        Ok(())
    }

    /// Inline assembler that says it changes memory may write to what its operands point to.
    pub(super) fn written_by_assembler(
        &mut self,
        outputs: &[Expr],
        inputs: &[Expr],
        span: Option<Span>,
    ) -> Lowered<()> {
        if self.lowering.unit.externals == Externals::Pure || self.forgets_memory() {
            return Ok(());
        }
        // Where a pointer in an output leads is not followed.
        if outputs.iter().any(Expr::is_pointer) {
            return self.unsupported(SEVERAL, span);
        }
        for input in inputs.iter().filter(|input| input.is_pointer()) {
            let (pointer, scalar) = self.scalar(input)?;
            let pointer = self.save(pointer, scalar, span);
            self.written_externally("(inline assembler)", input, pointer, span)?;
        }
        Ok(())
    }

    /// Calls an external function through a pointer, where arguments that may be written to are not
    /// followed.
    pub(super) fn call_external_through_pointer(
        &mut self,
        arguments: &[Value],
        span: Option<Span>,
    ) -> Lowered<()> {
        let is_pointer = |value: &Value| matches!(&*value.shape, Shape::Scalar(scalar) if scalar.class == Class::Pointer);
        match self.lowering.unit.externals {
            Externals::Anything => self.unsupported(ANYTHING, span),
            Externals::Arguments if arguments.iter().any(is_pointer) && !self.forgets_memory() => {
                self.unsupported(SEVERAL, span)
            }
            Externals::Arguments | Externals::Pure => Ok(()),
        }
    }

    /// The object that a pointer points to holds anything from now on.
    fn written_externally(
        &mut self,
        name: &str,
        argument: &Expr,
        pointer: TermId,
        span: Option<Span>,
    ) -> Lowered<()> {
        let points_to = &self.lowering.points_to;
        let cell = points_to.pointee(argument);
        let Some(cell) = cell.filter(|_| !self.forgets_memory()) else {
            return Ok(());
        };
        let node = points_to.node(cell.node);
        // What no access touches needs no contents.
        if node.parts.is_empty() {
            return Ok(());
        }
        if points_to.follows_integers() || node.unchecked {
            return self.unsupported(SEVERAL, span);
        }
        let parts = node.parts.clone();
        let variable = match self.lowering.single(cell.node) {
            Some(StaticObject::Variable(variable)) => variable,
            Some(StaticObject::Literal(_) | StaticObject::Function(_)) => return Ok(()),
            None if self.written_by_element(name, argument, pointer, cell, span)? => return Ok(()),
            None => return self.written_in_several(name, pointer, cell, &parts, span),
        };
        if self.lowering.unit.variable(variable).constant {
            return Ok(());
        }
        let t = self.terms.clone();
        let number = self
            .lowering
            .object_number(StaticObject::Variable(variable));
        let points_there = t.eq(self.object_of(pointer), t.bv(32, u128::from(number)));
        let bytes = self.type_bytes(&self.lowering.unit.variable(variable).ty);
        let first = self.variable_address(variable);
        let target = t.ite(points_there, first, t.bv(WIDTH, 0));
        let bytes = t.ite(
            points_there,
            t.bv(WIDTH, u128::from(bytes.unwrap_or(1))),
            t.bv(WIDTH, 0),
        );
        self.check_frame(target, cell, bytes, span);
        let origin = HavocOrigin::Written(name.into());
        for part in &parts {
            let storage = self.lowering.part_storage(cell.node, part);
            let (target, pointer) = match written_part(part, storage) {
                Some(written) => written,
                None => return self.unsupported(POINTERS, span),
            };
            let any = self.any_contents(target, &origin, span);
            if pointer == Holds::OnePointer {
                self.mark_external(any, span);
            }
            // Nothing need be written.
            let writes = self.any_scalar(Scalar::BYTE, span);
            let is_written = t.and(&[points_there, t.ne(writes, t.bv(8, 0))]);
            let new = t.ite(is_written, self.symbol(any), self.symbol(target));
            self.assign(target, new, span);
        }
        Ok(())
    }

    /// The object that a pointer leads to, which is small and one of some variables, holds anything from now on, number by
    /// number; the answer says whether that is so.
    fn written_by_element(
        &mut self,
        name: &str,
        argument: &Expr,
        pointer: TermId,
        cell: Cell,
        span: Option<Span>,
    ) -> Lowered<bool> {
        let Some(objects) = self.small_objects(argument, cell) else {
            return Ok(false);
        };
        let t = self.terms.clone();
        let origin = HavocOrigin::Written(name.into());
        let is_named = named_object(argument).is_some();
        let mut updates = Updates::default();
        for (variable, numbers) in objects {
            let first = self.variable_address(variable);
            let number = (self.lowering).object_number(StaticObject::Variable(variable));
            let is_this = if is_named {
                t.tru()
            } else {
                t.eq(self.object_of(pointer), t.bv(32, u128::from(number)))
            };
            let base = self.lowering.points_to.variable(variable);
            let bytes = self.type_bytes(&self.lowering.unit.variable(variable).ty);
            let bytes = t.bv(WIDTH, u128::from(bytes.unwrap_or(1)));
            let null = t.bv(WIDTH, 0);
            let (target, bytes) = (t.ite(is_this, first, null), t.ite(is_this, bytes, null));
            self.check_frame(target, base, bytes, span);
            let all = self.written_elements(&numbers, &origin, span);
            for (index, (offset, scalar)) in numbers.into_iter().enumerate() {
                let spot = Spot {
                    pointer: t.bv_add(first, t.bv(WIDTH, u128::from(offset))),
                    cell: self.lowering.points_to.moved(base, offset.cast_signed()),
                    bits: None,
                };
                let any = match all {
                    Some(elements) => {
                        let index = t.bv(OFFSET_BITS, index as u128);
                        t.select(self.symbol(elements), index)
                    }
                    None => {
                        let target = self.temporary(scalar);
                        let origin = origin.clone();
                        self.emit(Operation::Havoc { target, origin }, span);
                        self.symbol(target)
                    }
                };
                let old = self.load(spot, scalar, span)?;
                let new = t.ite(is_this, any, old);
                self.store(&mut updates, spot, scalar, new, span)?;
            }
        }
        self.commit(&updates, span);
        Ok(true)
    }

    /// Any numbers for the elements of an array, in one variable; none for other objects.
    fn written_elements(
        &mut self,
        numbers: &[(u64, Scalar)],
        origin: &HavocOrigin,
        span: Option<Span>,
    ) -> Option<VarId> {
        let [(_, first), _, ..] = numbers else {
            return None;
        };
        let element = first.sort();
        let is_array = numbers.iter().all(|(_, scalar)| scalar.sort() == element);
        is_array.then(|| {
            let sort = Sort::array(Sort::BitVec(OFFSET_BITS), element);
            let name = self.lowering.unique(format!("{}::$written", self.name));
            let scope = Scope::Local(self.function);
            let (integer, type_name) = (first.integer(), first.name);
            let target = (self.lowering.program)
                .add_variable(&name, None, &sort, integer, type_name, scope, span);
            let origin = origin.clone();
            self.emit(Operation::Havoc { target, origin }, span);
            target
        })
    }

    /// The variables that a pointer may lead to, with the numbers that code reads of each: the one that an argument
    /// names, or all in the cell. None if some are not fixed, too large, or hold more than numbers.
    fn small_objects(&mut self, argument: &Expr, cell: Cell) -> Option<Vec<SmallObject>> {
        let variables = match named_object(argument) {
            Some(variable) => vec![variable],
            None => {
                let objects = self.lowering.points_to.node(cell.node).objects.iter();
                let fixed = objects.map(|(object, _)| match object {
                    Object::Variable(variable) => Some(*variable),
                    _ => None,
                });
                let variables: Vec<VariableId> = fixed.collect::<Option<_>>()?;
                let is_fixed = |variable: &VariableId| !self.lowering.has_own_address(*variable);
                variables.iter().all(is_fixed).then_some(variables)?
            }
        };
        let mut found = Vec::new();
        let mut left = MAX_NUMBERS;
        for variable in variables {
            let declared = self.lowering.unit.variable(variable);
            let shape = self.shape(&declared.ty);
            let base = self.lowering.points_to.variable(variable);
            if base.node != cell.node || declared.constant {
                return None;
            }
            let mut numbers = numbers_of(&shape, 0, left)?;
            left -= numbers.len();
            let points_to = &self.lowering.points_to;
            let part = |offset: u64| points_to.part(points_to.moved(base, offset.cast_signed()));
            // What no access touches needs no contents.
            let is_touched = |(offset, scalar): &(u64, Scalar)| {
                let mut bytes = *offset..*offset + u64::from(scalar.bytes);
                bytes.any(|byte| part(byte).is_some())
            };
            numbers.retain(is_touched);
            let is_pointer = |part: &Part| {
                part.content == Content::Scalar(Kind::Pointer) || !part.pointer_bytes.is_empty()
            };
            if numbers
                .iter()
                .any(|(offset, _)| part(*offset).is_some_and(is_pointer))
            {
                return None;
            }
            found.push((variable, numbers));
        }
        Some(found)
    }

    /// One of several objects holds anything from now on, and which one is not followed: all of them may. That leaves no
    /// execution out, but a violation that comes later need not be one.
    fn written_in_several(
        &mut self,
        name: &str,
        pointer: TermId,
        cell: Cell,
        parts: &[Part],
        span: Option<Span>,
    ) -> Lowered<()> {
        // An execution that does not end is claimed whatever came before.
        let asks_for_ends = (self.lowering.program.property).asks_for(Aspect::Termination);
        let is_told = !self.is_framed() && !asks_for_ends;
        let approximated = self.lowering.approximated.filter(|_| is_told);
        let Some(approximated) = approximated else {
            return self.unsupported(SEVERAL, span);
        };
        let holds_pointers = |part: &Part| {
            part.content == Content::Scalar(Kind::Pointer) || !part.pointer_bytes.is_empty()
        };
        if parts.iter().any(holds_pointers) {
            return self.unsupported(POINTERS, span);
        }
        let t = self.terms.clone();
        let is_there = t.ne(pointer, t.bv(WIDTH, 0));
        let origin = HavocOrigin::Written(name.into());
        for part in parts {
            for target in self.lowering.part_storage(cell.node, part).variables() {
                let any = self.any_contents(target, &origin, span);
                let new = t.ite(is_there, self.symbol(any), self.symbol(target));
                self.assign(target, new, span);
            }
        }
        let state = self.storage(approximated).leaves[0];
        let old = self.symbol(state);
        let new = t.ite(is_there, t.bv(t.width(old), 1), old);
        self.assign(state, new, span);
        Ok(())
    }

    /// A new variable like another one, with any contents.
    fn any_contents(&mut self, like: VarId, origin: &HavocOrigin, span: Option<Span>) -> VarId {
        let target = self.copy_variable(like);
        let origin = origin.clone();
        self.emit(Operation::Havoc { target, origin }, span);
        target
    }
}

/// A variable, and the numbers in it by their offsets.
type SmallObject = (VariableId, Vec<(u64, Scalar)>);

/// Numbers of small objects that a function without a body may write to.
const MAX_NUMBERS: usize = 128;

/// The variable that a pointer leads to, if that is plain to see.
fn named_object(pointer: &Expr) -> Option<VariableId> {
    match &pointer.kind {
        ExprKind::Cast(CastKind::ArrayToPointer, object)
        | ExprKind::Unary(UnaryOp::AddressOf, object) => root_variable(object),
        ExprKind::Cast(CastKind::BitCast | CastKind::NoOp, inner) => named_object(inner),
        _ => None,
    }
}

/// The numbers of an object by their offsets, if there are at most so many and nothing else is in it.
fn numbers_of(shape: &Shape, start: u64, most: usize) -> Option<Vec<(u64, Scalar)>> {
    let mut found = Vec::new();
    match shape {
        Shape::Scalar(scalar) => {
            let is_number = !matches!(scalar.class, Class::Pointer | Class::Copied);
            found.extend((is_number && most > 0).then_some((start, *scalar)));
            if found.is_empty() {
                return None;
            }
        }
        Shape::Array(element, length) => {
            for index in 0..*length {
                let at = start + index * element.size();
                found.extend(numbers_of(element, at, most - found.len())?);
            }
        }
        Shape::Struct { members, .. } => {
            for member in members {
                if member.bit_field {
                    return None;
                }
                let at = start + member.bit_offset / 8;
                found.extend(numbers_of(&member.shape, at, most - found.len())?);
            }
        }
        Shape::Union { .. } | Shape::Opaque(_) => return None,
    }
    Some(found)
}

/// What a part holds that is written from outside.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    OnePointer,
    Numbers,
}

/// The variable of a part that any contents can be written to; `None` if it holds pointers of the
/// program in a form that is not followed.
fn written_part(part: &Part, storage: PartStorage) -> Option<(VarId, Holds)> {
    match (storage, part.content) {
        (PartStorage::Scalar(variable), Content::Scalar(Kind::Pointer)) => {
            Some((variable, Holds::OnePointer))
        }
        (PartStorage::Scalar(variable) | PartStorage::Offsets(variable), content) => {
            let is_pointer = content == Content::Scalar(Kind::Pointer);
            (!is_pointer && part.pointer_bytes.is_empty()).then_some((variable, Holds::Numbers))
        }
        (PartStorage::Pointers { .. }, _) => None,
    }
}
