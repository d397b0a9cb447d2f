//! What a function may write by its contract (`written`). Everything that was there when it began is protected, but for
//! what the contract names; local variables and memory that is allocated later are not.

use crate::ast::Storage;
use crate::lower::body::Body;
use crate::lower::place::Place;
use crate::lower::pointer_bits::WIDTH;
use crate::lower::shape::Scalar;
use crate::lower::state::{Frame, StaticObject, Target};
use crate::points_to::{Cell, Object};
use invar_cfa::{FunctionId, Scope, Span, VarId};
use invar_term::TermId;

impl Body<'_, '_> {
    fn frame(&mut self) -> Frame {
        if let Some(frame) = &self.lowering.frame {
            return frame.clone();
        }
        let made = self.shared("$frame objects", Scalar::WORD);
        let frame = Frame {
            checker: self.function,
            targets: Vec::new(),
            made,
            checked: None,
        };
        self.lowering.frame = Some(frame.clone());
        frame
    }

    fn add_target(&mut self, target: Target) {
        let mut frame = self.frame();
        frame.targets.push(target);
        self.lowering.frame = Some(frame);
    }

    fn target_number(&mut self) -> usize {
        self.frame().targets.len()
    }

    /// A number of bytes at a pointer may be written.
    pub(in crate::lower) fn allow_writes(
        &mut self,
        pointer: TermId,
        bytes: TermId,
        span: Option<Span>,
    ) {
        let number = self.target_number();
        let first = self.shared(&format!("$frame {number} first"), self.pointer_scalar());
        self.assign(first, pointer, span);
        let size = self.shared(&format!("$frame {number} bytes"), Scalar::WIDE);
        self.assign(size, bytes, span);
        let (first, bytes) = (self.symbol(first), self.symbol(size));
        self.add_target(Target::Bytes { first, bytes });
    }

    /// The object of a pointer may be written.
    pub(in crate::lower) fn allow_object(&mut self, pointer: TermId, span: Option<Span>) {
        let number = self.target_number();
        let object = self.shared(&format!("$frame {number} object"), Scalar::WORD);
        self.assign(object, self.object_of(pointer), span);
        let number = self.symbol(object);
        self.add_target(Target::Object { number });
    }

    /// The function begins: what is there from before is protected.
    pub(in crate::lower) fn begin_frame(&mut self, span: Option<Span>) {
        let frame = self.frame();
        let next = self.lowering.next_object();
        let made = self.symbol(next);
        self.assign(frame.made, made, span);
    }

    /// The function that checks a contract calls another one: it is the one that is checked.
    pub(in crate::lower) fn note_checked(&mut self, called: FunctionId) {
        let here = self.function;
        if let Some(frame) = &mut self.lowering.frame
            && frame.checker == here
        {
            frame.checked = Some(called);
        }
    }

    /// Whether this is the body of the function that is checked, which is entered once.
    pub(in crate::lower) fn is_checked_function(&self) -> bool {
        let frame = self.lowering.frame.as_ref();
        let checked = frame.and_then(|frame| frame.checked);
        checked == Some(self.function) && !self.lowering.is_recursive(self.function)
    }

    /// Checks that a place may be written.
    pub(in crate::lower) fn check_frame_of(&mut self, place: &Place, span: Option<Span>) {
        match place {
            Place::Memory(memory) => {
                let bytes = match memory.bits {
                    Some((first, width)) => u64::from((first + width).div_ceil(8)),
                    None => memory.shape.size(),
                };
                let bytes = self.terms.bv(WIDTH, u128::from(bytes));
                self.check_frame(memory.pointer, memory.cell, bytes, span);
            }
            // Its address is taken nowhere, also not by the contract.
            Place::Plain(plain) => {
                let is_global = |body: &Self, variable: &VarId| {
                    body.lowering.program.variable(*variable).scope == Scope::Global
                };
                let variables = plain.variables();
                if self.is_framed() && variables.iter().any(|v| is_global(self, v)) {
                    self.check_write(self.terms.fls(), span);
                }
            }
        }
    }

    pub(in crate::lower) fn is_framed(&self) -> bool {
        let frame = self.lowering.frame.as_ref();
        let is_inside = |frame: &Frame| {
            frame.checker != self.function && self.lowering.source_of(self.function).is_some()
        };
        frame.is_some_and(is_inside)
    }

    /// Checks that some bytes may be written.
    pub(in crate::lower) fn check_frame(
        &mut self,
        pointer: TermId,
        cell: Cell,
        bytes: TermId,
        span: Option<Span>,
    ) {
        if !self.is_framed() {
            return;
        }
        let t = self.terms.clone();
        let frame = self.frame();
        let mut fine = vec![
            t.not(self.is_protected(pointer, cell, &frame)),
            t.eq(bytes, t.bv(WIDTH, 0)),
        ];
        for target in &frame.targets {
            fine.push(match target {
                Target::Bytes { first, bytes: size } => {
                    let distance = t.bv_sub(pointer, *first);
                    self.fits(distance, bytes, *size)
                }
                Target::Object { number } => t.and(&[
                    self.is_program(pointer),
                    t.eq(self.object_of(pointer), *number),
                ]),
            });
        }
        let fine = t.or(&fine);
        self.check_write(fine, span);
    }

    fn check_write(&mut self, fine: TermId, span: Option<Span>) {
        if self.terms.is_true(fine) {
            return;
        }
        let (written, failed) = (self.place_here(span), self.place_here(span));
        self.split(fine, written, failed, span);
        self.at = failed;
        self.assertion_failed(span);
        self.at = written;
    }

    /// Whether a pointer leads to what was there before the function began.
    fn is_protected(&mut self, pointer: TermId, cell: Cell, frame: &Frame) -> TermId {
        let t = self.terms.clone();
        let checker = self.lowering.source_of(frame.checker);
        let objects = self.lowering.points_to.node(cell.node).objects.clone();
        let mut protected = vec![t.not(self.is_program(pointer))];
        let mut may_be_made = objects.is_empty();
        for (object, _) in objects {
            match object {
                Object::Variable(variable) => {
                    if self.lowering.has_own_address(variable) {
                        may_be_made = true;
                        continue;
                    }
                    let storage = self.lowering.unit.variable(variable).storage;
                    let is_own = match storage {
                        Storage::Local(owner) | Storage::Parameter(owner) => Some(owner) != checker,
                        _ => false,
                    };
                    if !is_own {
                        let object = StaticObject::Variable(variable);
                        let number = self.lowering.object_number(object);
                        protected.push(t.eq(self.object_of(pointer), t.bv(32, u128::from(number))));
                    }
                }
                Object::Heap(_) => may_be_made = true,
                Object::Literal(_)
                | Object::Function(_)
                | Object::ArgumentVector
                | Object::Argument
                | Object::External => {}
            }
        }
        if may_be_made {
            let first = self.lowering.memory.first_dynamic();
            let index = self.index_of(self.object_of(pointer));
            let position = t.bv_sub(index, t.bv(32, u128::from(first)));
            protected.push(t.bv_ult(position, self.symbol(frame.made)));
        }
        t.or(&protected)
    }
}
