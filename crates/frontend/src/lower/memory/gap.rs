//! Gaps of the analysis of pointers: an access through a pointer to an object that its node does not
//! know, or to a part of an object that is not the one the analysis says. That is no undefined
//! behaviour but an `Unsupported` location: `safe` needs a proof that it is never reached.

use crate::lower::body::Body;
use crate::lower::lowering::Lowering;
use crate::lower::pointer_bits::{OFFSET_BITS, WIDTH};
use crate::lower::state::StaticObject;
use crate::points_to::{Cell, Level, NodeId, Object};
use invar_cfa::{Aspect, IntegerType, Scope, Span, VarId};
use invar_term::{Sort, TermId};

/// Objects of a node with a fixed number that are compared one by one.
const MAX_COMPARED: usize = 64;
/// What is asked about the place of a pointer in its object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Position {
    /// It stays in the arrays around its cell.
    InArrays,
    /// It is the cell, in any element of these arrays.
    OfCell,
}

/// Nothing says what is there.
const CONSTANT_ADDRESS: &str =
    "access at an address that is a constant: --mmio FIRST-LAST says where registers are";

/// Bits of the name of a node.
const NODE_BITS: u32 = 32;

impl Lowering<'_> {
    /// The variable with the nodes of objects made at run time.
    fn owners(&mut self) -> VarId {
        if let Some(known) = self.memory.owners {
            return known;
        }
        let sort = Sort::array(Sort::BitVec(32), Sort::BitVec(NODE_BITS));
        let name = self.unique("$node".into());
        let integer = IntegerType {
            width: NODE_BITS,
            signed: false,
        };
        let owners =
            self.program
                .add_variable(&name, None, &sort, integer, "unsigned", Scope::Global, None);
        self.memory.owners = Some(owners);
        owners
    }

    /// Whether accesses look at which node an object made at run time belongs to.
    fn needs_owners(&self) -> bool {
        self.points_to.has_unchecked()
    }
}

impl Body<'_, '_> {
    /// An object made at run time belongs to a node.
    pub(super) fn note_owner(&mut self, number: TermId, node: NodeId, span: Option<Span>) {
        if !self.lowering.needs_owners() {
            return;
        }
        let t = self.terms.clone();
        let owners = self.lowering.owners();
        let name = t.bv(NODE_BITS, u128::from(node.0) + 1);
        let new = t.store(self.symbol(owners), number, name);
        self.assign(owners, new, span);
    }

    /// Leads to a gap where a pointer is not what the analysis says; `inside` where it is in bounds
    /// of an object that its node may have.
    pub(super) fn check_gap(
        &mut self,
        pointer: TermId,
        cell: Cell,
        inside: TermId,
        span: Option<Span>,
    ) {
        let t = self.terms.clone();
        let node = self.lowering.points_to.node(cell.node);
        let unchecked = node.unchecked;
        let asked = self.lowering.program.property.asks_for(Aspect::Dereference);
        if asked && (node.constant_addresses || node.from_numbers) {
            let mut fine = vec![t.not(self.is_external(pointer))];
            fine.extend(self.in_registers(pointer, cell, t.bv(WIDTH, 1)));
            if !self.is_register_only(cell) {
                self.require_modelled(t.or(&fine), CONSTANT_ADDRESS, span);
            }
        }
        if unchecked {
            let known = self.is_known(pointer, cell);
            let ours = self.is_program(pointer);
            // Far before or after every object.
            let lost = t.eq(
                t.extract(OFFSET_BITS - 1, OFFSET_BITS - 1, pointer),
                t.bv(1, 1),
            );
            let fine = t.or(&[known, t.and(&[ours, lost])]);
            self.require_modelled(
                fine,
                "pointer to an object that the analysis of pointers did not see",
                span,
            );
        }
        if self.looks_at_position(cell) {
            let position = if unchecked {
                Position::OfCell
            } else {
                Position::InArrays
            };
            let placed = self.is_placed(pointer, cell, position);
            let fine = t.or(&[t.not(inside), t.not(self.is_program(pointer)), placed]);
            let construct = "pointer that leaves the array or member it points to inside an object";
            self.require_modelled(fine, construct, span);
        }
    }

    /// Whether accesses look at where in its object a pointer points.
    pub(super) fn looks_at_position(&self, cell: Cell) -> bool {
        let points_to = &self.lowering.points_to;
        points_to.node(cell.node).unchecked || points_to.is_stepped(cell)
    }

    /// Whether a pointer is null or near it, or points to an object that its node has.
    fn is_known(&mut self, pointer: TermId, cell: Cell) -> TermId {
        let t = self.terms.clone();
        let number = self.object_of(pointer);
        let objects = self.lowering.points_to.node(cell.node).objects.clone();
        let fixed_count = objects.len();
        let mut choices = Vec::new();
        // A number that was computed from an address may lead to any object.
        let hidden = self.lowering.points_to.node(cell.node).hidden;
        let (mut dynamic, mut external) = (false, false);
        for (object, _) in objects {
            let fixed = match object {
                Object::External => {
                    external = true;
                    continue;
                }
                Object::Heap(_) => {
                    dynamic = true;
                    continue;
                }
                Object::ArgumentVector => {
                    choices.push(self.is_argument_vector(pointer));
                    continue;
                }
                Object::Argument => {
                    choices.push(self.is_argument(pointer));
                    continue;
                }
                Object::Variable(variable) if self.lowering.has_own_address(variable) => {
                    dynamic = true;
                    continue;
                }
                Object::Variable(variable) => StaticObject::Variable(variable),
                Object::Literal(key) => StaticObject::Literal(key),
                Object::Function(function) => StaticObject::Function(function),
            };
            if fixed_count <= MAX_COMPARED {
                let fixed = self.lowering.object_number(fixed);
                choices.push(t.eq(number, t.bv(32, u128::from(fixed))));
            }
        }
        if dynamic {
            let owners = self.lowering.owners();
            let owner = t.select(self.symbol(owners), number);
            let here = t.bv(NODE_BITS, u128::from(cell.node.0) + 1);
            choices.push(t.and(&[self.is_program(pointer), t.eq(owner, here)]));
        }
        // A plain number: what lies there is not known, but for null and what is near it.
        let ours = self.is_program(pointer);
        let plain = if external && !hidden {
            t.not(ours)
        } else {
            t.not(t.or(&[ours, self.is_external(pointer)]))
        };
        let fine = if self.lowering.points_to.looks_at_numbers() {
            t.or(&[
                t.eq(pointer, t.bv(WIDTH, 0)),
                t.not(self.is_first_page_taken()),
            ])
        } else {
            t.tru()
        };
        choices.push(t.and(&[plain, fine]));
        t.or(&choices)
    }

    /// Whether a pointer into an object of its node points to the part that the analysis says.
    fn is_placed(&mut self, pointer: TermId, cell: Cell, position: Position) -> TermId {
        let objects = self.lowering.points_to.node(cell.node).objects.clone();
        let levels = self.lowering.points_to.levels(cell);
        let stride = self.lowering.points_to.node(cell.node).stride;
        let t = self.terms.clone();
        let mut starts: Vec<i64> = (objects.iter())
            .filter(|(object, _)| *object != Object::External)
            .filter(|(object, start)| {
                position == Position::OfCell || !self.is_covered(*object, *start, &levels)
            })
            .map(|(_, start)| *start)
            .collect();
        starts.sort_unstable();
        starts.dedup();
        let choices: Vec<TermId> = (starts.into_iter())
            .map(|start| self.is_placed_from(pointer, cell, start, (&levels, stride), position))
            .collect();
        if choices.is_empty() {
            t.tru()
        } else {
            t.or(&choices)
        }
    }

    /// Whether a single array is all of an object.
    fn is_covered(&self, object: Object, start: i64, levels: &[Level]) -> bool {
        let [level] = levels else {
            return levels.is_empty();
        };
        let ty = match object {
            Object::Variable(variable) => Some(&self.lowering.unit.variable(variable).ty),
            Object::Literal(key) => self.lowering.points_to.expression(key).map(|e| &e.ty),
            Object::Heap(_)
            | Object::Function(_)
            | Object::ArgumentVector
            | Object::Argument
            | Object::External => None,
        };
        let size = ty.and_then(|ty| self.type_bytes(ty));
        let end = size.map(|size| start.saturating_add_unsigned(size));
        level.low <= start && end.is_some_and(|end| level.high.is_none_or(|high| end <= high))
    }

    fn is_placed_from(
        &self,
        pointer: TermId,
        cell: Cell,
        start: i64,
        (levels, stride): (&[Level], Option<u64>),
        position: Position,
    ) -> TermId {
        let t = &self.terms;
        // Offsets in the coordinates of the node, far enough from the ends of the range.
        const BITS: u32 = 40;
        let offset = t.zero_extend(BITS - OFFSET_BITS, t.extract(OFFSET_BITS - 1, 0, pointer));
        let number = |value: i64| t.bv_signed(BITS, i128::from(value));
        let mut at = t.bv_add(offset, number(start));
        let remainder = |value: TermId, by: u64| -> TermId {
            if by.is_power_of_two() {
                t.bv_and(value, t.bv(BITS, u128::from(by - 1)))
            } else {
                t.bv_urem(value, t.bv(BITS, u128::from(by)))
            }
        };
        let mut facts = Vec::new();
        if let Some(stride) = stride {
            at = remainder(t.bv_sub(at, number(start.min(0))), stride);
            at = match start.min(0).rem_euclid(stride as i64) {
                0 => at,
                shift => remainder(t.bv_add(at, number(shift)), stride),
            };
        }
        for level in levels {
            let from_low = t.bv_sub(at, number(level.low));
            if let Some(high) = level.high {
                let length = number(high.saturating_sub(level.low));
                facts.push(t.bv_ult(from_low, length));
            } else {
                facts.push(t.bv_sle(number(0), from_low));
            }
            at = t.bv_add(number(level.low), remainder(from_low, level.stride));
        }
        if position == Position::OfCell {
            facts.push(t.eq(at, number(cell.offset)));
        }
        t.and(&facts)
    }
}
