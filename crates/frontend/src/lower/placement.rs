//! Where objects lie in memory: anywhere that is not null, aligned for the type and no more, apart
//! from other objects, without wrapping around.

use super::body::Body;
use super::lowering::Lowering;
use super::pointer_bits::{FIRST_ADDRESS, PROGRAM, WIDTH};
use super::shape::Scalar;
use super::state::StaticObject;
use crate::ast::layout;
use crate::points_to::{Cell, Object};
use invar_cfa::{DataModel, HavocOrigin, Operation, Scope, Span, VarId};
use invar_term::{Sort, TermId};

/// Fixed objects that are kept apart one by one.
const MAX_PAIRS: usize = 24;
/// Where objects with fixed numbers lie if nothing else is chosen.
const USUAL_STATIC: u128 = 0x0010_0000;

/// Where a fixed object may lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Placed {
    number: u32,
    bytes: u128,
    alignment: u128,
}

impl Lowering<'_> {
    /// The variable with the addresses of objects by their numbers.
    pub(super) fn addresses(&mut self) -> VarId {
        if let Some(known) = self.memory.addresses {
            return known;
        }
        let sort = Sort::array(Sort::BitVec(32), Sort::BitVec(WIDTH));
        let scalar = Scalar::pointer(self.program.data_model);
        let name = self.unique("$address".into());
        let integer = scalar.integer();
        let addresses = self.program.add_variable(
            &name,
            None,
            &sort,
            integer,
            "unsigned long",
            Scope::Global,
            None,
        );
        self.memory.addresses = Some(addresses);
        addresses
    }

    /// The variables with the first and the last address that is taken.
    fn occupied(&mut self) -> (VarId, VarId) {
        if let Some(known) = self.memory.occupied {
            return known;
        }
        let mut bound = |name: &str| {
            let name = self.unique(name.to_owned());
            let sort = Sort::BitVec(WIDTH);
            let integer = Scalar::pointer(self.program.data_model).integer();
            let scope = Scope::Global;
            self.program
                .add_variable(&name, None, &sort, integer, "unsigned long", scope, None)
        };
        let pair = (bound("$lowest"), bound("$highest"));
        self.memory.occupied = Some(pair);
        pair
    }

    fn placed(&mut self, object: StaticObject) -> Placed {
        let (unit, model) = (self.unit, self.program.data_model);
        let ty = match object {
            StaticObject::Variable(variable) => Some(&unit.variable(variable).ty),
            StaticObject::Literal(key) => self.points_to.expression(key).map(|e| &e.ty),
            StaticObject::Function(_) => None,
        };
        let bytes = ty.and_then(|ty| layout::size_of(unit, model, ty));
        let declared = match object {
            StaticObject::Variable(variable) => unit.variable(variable).alignment,
            _ => None,
        };
        let natural = ty.and_then(|ty| layout::align_of(unit, model, ty));
        Placed {
            number: self.object_number(object),
            bytes: u128::from(bytes.unwrap_or(1).max(1)),
            alignment: u128::from(declared.or(natural).unwrap_or(1).max(1)),
        }
    }

    /// Whether the number of a fixed object's address may be looked at.
    fn has_observed_number(&self, object: StaticObject) -> bool {
        let node = match object {
            StaticObject::Variable(variable) => self.points_to.variable(variable).node,
            StaticObject::Literal(key) => {
                let literal = self.points_to.expression(key);
                match literal.and_then(|e| self.points_to.literal(e)) {
                    Some(cell) => cell.node,
                    None => return false,
                }
            }
            StaticObject::Function(_) => return true,
        };
        self.points_to.has_number(node)
    }
}

impl Body<'_, '_> {
    /// An object that comes into being lies somewhere.
    pub(super) fn place_object(
        &mut self,
        number: TermId,
        bytes: TermId,
        cell: Cell,
        span: Option<Span>,
    ) {
        if !self.lowering.points_to.has_number(cell.node) {
            return;
        }
        let t = self.terms.clone();
        let addresses = self.lowering.addresses();
        let address = t.select(self.symbol(addresses), number);
        let objects = &self.lowering.points_to.node(cell.node).objects;
        let alignments = objects.iter().map(|(object, _)| self.alignment(*object));
        let alignment = alignments.min().unwrap_or(1);
        // Blocks of `malloc` do not touch other objects (`memory::touching`).
        let lowering = &self.lowering;
        let is_block = |(object, _): &(Object, i64)| matches!(object, Object::Heap(key) if !lowering.is_on_the_stack(*key));
        let gap = t.bv(WIDTH, u128::from(objects.iter().all(is_block)));
        let (lowest, highest) = self.lowering.occupied();
        let (low, high) = (self.symbol(lowest), self.symbol(highest));
        let size = t.zero_extend(WIDTH - 32, bytes);
        let size = t.ite(t.eq(size, t.bv(WIDTH, 0)), t.bv(WIDTH, 1), size);
        let taken = t.bv_add(size, gap);
        let end = t.bv_add(address, taken);
        let fits = t.and(&[
            self.fits_at(address, 1 << 31, alignment),
            t.or(&[t.bv_ule(t.bv_add(high, gap), address), t.bv_ule(end, low)]),
        ]);
        // What is no placement becomes the next one above all others.
        let step = alignment.max(16);
        let after = t.bv_add(high, t.bv(WIDTH, 2 * step - 1));
        let after = t.bv_and(after, t.bv_neg(t.bv(WIDTH, step)));
        let placed = self.save(t.ite(fits, address, after), self.pointer_scalar(), span);
        let new = t.store(self.symbol(addresses), number, placed);
        self.assign(addresses, new, span);
        let end = t.bv_add(placed, taken);
        self.assign(lowest, t.ite(t.bv_ult(placed, low), placed, low), span);
        self.assign(highest, t.ite(t.bv_ult(high, end), end, high), span);
    }

    /// Whether an object lies so near to null that a number computed from its address looks like
    /// an offset from null.
    pub(super) fn is_first_page_taken(&mut self) -> TermId {
        let t = self.terms.clone();
        self.lowering.addresses();
        let (lowest, _) = self.lowering.occupied();
        t.bv_ult(self.symbol(lowest), t.bv(WIDTH, FIRST_ADDRESS))
    }

    /// What divides the address of every object that comes into being as this one.
    fn alignment(&self, object: Object) -> u128 {
        let (unit, model) = (self.lowering.unit, self.lowering.program.data_model);
        match (object, model) {
            (Object::Heap(key), _) if self.lowering.is_kept_object(key) => 1,
            (Object::Heap(_), DataModel::Lp64) => 16,
            (Object::Heap(_), DataModel::Ilp32) => 8,
            (Object::Variable(variable), _) => {
                let variable = unit.variable(variable);
                let natural = layout::align_of(unit, model, &variable.ty);
                u128::from(variable.alignment.or(natural).unwrap_or(1).max(1))
            }
            (Object::ArgumentVector, DataModel::Lp64) => 8,
            (Object::ArgumentVector, DataModel::Ilp32) => 4,
            (Object::Literal(_) | Object::Function(_) | Object::Argument | Object::External, _) => {
                1
            }
        }
    }

    /// Whether an object of this size can be at an address.
    fn fits_at(&self, address: TermId, bytes: u128, alignment: u128) -> TermId {
        let t = &self.terms;
        let zero = t.bv(WIDTH, 0);
        let aligned = match alignment {
            1 => t.tru(),
            _ => t.eq(t.bv_and(address, t.bv(WIDTH, alignment - 1)), zero),
        };
        let placed = match self.lowering.program.data_model {
            DataModel::Ilp32 => {
                let end = (1u128 << 32) - 4096 - bytes.min(1 << 31);
                t.bv_ult(address, t.bv(WIDTH, end))
            }
            // Addresses of 64-bit machines begin with zeros or ones.
            DataModel::Lp64 => {
                let end = (1u128 << 64) - 4096 - bytes.min(1 << 31);
                let top = t.extract(WIDTH - 1, WIDTH - 4, address);
                t.and(&[
                    t.or(&[t.eq(top, t.bv(4, 0)), t.eq(top, t.bv(4, 0xf))]),
                    t.bv_ult(address, t.bv(WIDTH, end)),
                ])
            }
        };
        t.and(&[t.ne(address, zero), aligned, placed])
    }

    /// The program starts: its objects lie somewhere, apart from each other.
    pub(super) fn place_fixed_objects(&mut self) {
        let Some(addresses) = self.lowering.memory.addresses else {
            return;
        };
        let t = self.terms.clone();
        let origin = HavocOrigin::Placement;
        self.emit(
            Operation::Havoc {
                target: addresses,
                origin,
            },
            None,
        );
        let objects = self.lowering.memory.numbered();
        let observed: Vec<StaticObject> = (objects.into_iter())
            .filter(|object| self.lowering.has_observed_number(*object))
            .collect();
        let placed: Vec<(Placed, TermId)> = (observed.into_iter())
            .map(|object| {
                let placed = self.lowering.placed(object);
                let number = t.bv(32, u128::from(placed.number));
                (placed, t.select(self.symbol(addresses), number))
            })
            .collect();
        let mut facts = Vec::new();
        let mut usual = self.symbol(addresses);
        let mut next = USUAL_STATIC;
        for (i, (object, address)) in placed.iter().enumerate() {
            facts.push(self.fits_at(*address, object.bytes, object.alignment));
            for (other, second) in placed.iter().take(MAX_PAIRS).skip(i + 1) {
                let end = t.bv_add(*address, t.bv(WIDTH, object.bytes));
                let other_end = t.bv_add(*second, t.bv(WIDTH, other.bytes));
                facts.push(t.or(&[t.bv_ule(end, *second), t.bv_ule(other_end, *address)]));
            }
            next = next.next_multiple_of(object.alignment.max(16));
            let number = t.bv(32, u128::from(object.number));
            usual = t.store(usual, number, t.bv(WIDTH, next));
            next += object.bytes;
        }
        // What is no placement becomes the usual one, so that no execution ends here.
        let mut chosen = t.ite(t.and(&facts), self.symbol(addresses), usual);
        for edge in [PROGRAM, PROGRAM + 1] {
            let number = u128::from(edge) << 28;
            let address = match self.lowering.program.data_model {
                DataModel::Lp64 => number << 32,
                DataModel::Ilp32 => number,
            };
            chosen = t.store(chosen, t.bv(32, number), t.bv(WIDTH, address));
        }
        self.assign(addresses, chosen, None);
        let Some((lowest, highest)) = self.lowering.memory.occupied else {
            return;
        };
        let (mut low, mut high) = (t.bv_signed(WIDTH, -1), t.bv(WIDTH, 0));
        for (object, _) in &placed {
            let number = t.bv(32, u128::from(object.number));
            let first = t.select(self.symbol(addresses), number);
            let end = t.bv_add(first, t.bv(WIDTH, object.bytes));
            low = t.ite(t.bv_ult(first, low), first, low);
            high = t.ite(t.bv_ult(high, end), end, high);
        }
        self.assign(lowest, low, None);
        self.assign(highest, high, None);
    }
}
