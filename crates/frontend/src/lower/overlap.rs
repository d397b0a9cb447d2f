//! Whether two accesses in an open order are to the same bytes.
//!
//! What the text and the points-to analysis separate needs no check. For the rest, each access of a pair notes where
//! it is when it is lowered; the second of the two is compared with the first.

use super::body::Body;
use super::lowering::Lowering;
use super::place::Place;
use super::pointer_bits::WIDTH;
use super::state::{AccessKind, Watched};
use crate::ast::{
    BinaryOp, CastKind, Expr, ExprKind, RecordId, RecordKind, Type, UnaryOp, VariableId, layout,
};
use crate::open_order::{OPEN_ORDER, whole_variable};
use crate::points_to::{Cell, ExprKey, PartId};
use invar_cfa::Undefined;

/// Larger objects are compared whatever the analysis says about their bytes.
const MAX_BYTES: u64 = 64;

/// How the objects of two accesses relate whenever both are evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    Disjoint,
    Same,
    /// It depends on addresses or indices.
    Open,
}

/// One step into a variable that is not in memory.
pub(super) enum Step<'e> {
    Member(u32),
    Element(&'e Expr),
    FirstElement,
}

/// What an lvalue designates.
pub(super) enum Designated<'e> {
    Plain(VariableId, Vec<Step<'e>>),
    Memory(Cell),
    /// A copy of a value, or something that is not lowered.
    Other,
}

impl Body<'_, '_> {
    /// How the objects of two lvalues relate.
    pub(super) fn relation(&self, a: &Expr, b: &Expr) -> Relation {
        if self.are_fields_apart(a, b) {
            return Relation::Disjoint;
        }
        match (self.lowering.designated(a), self.lowering.designated(b)) {
            (Designated::Plain(x, left), Designated::Plain(y, right)) if x == y => {
                compare_steps(&left, &right)
            }
            (Designated::Memory(x), Designated::Memory(y)) if x.node == y.node => {
                let parts = (self.parts_at(x, a), self.parts_at(y, b));
                match parts {
                    (Some(left), Some(right)) if !left.iter().any(|part| right.contains(part)) => {
                        Relation::Disjoint
                    }
                    _ => match (whole_variable(a), whole_variable(b)) {
                        (Some(x), Some(y)) if x == y => Relation::Same,
                        _ => Relation::Open,
                    },
                }
            }
            _ => Relation::Disjoint,
        }
    }

    /// Whether both are members of one kind of struct, a bit-field among them, and not the same one: bit-fields share
    /// bytes, but no bits.
    fn are_fields_apart(&self, a: &Expr, b: &Expr) -> bool {
        let (Some((record, x)), Some((other, y))) = (member(a), member(b)) else {
            return false;
        };
        let declared = self.lowering.unit.record(record);
        let fields = declared.fields.as_deref().unwrap_or_default();
        let is_bit_field = |f: u32| fields.get(f as usize).is_some_and(|f| f.bits.is_some());
        record == other
            && x != y
            && declared.kind != RecordKind::Union
            && (is_bit_field(x) || is_bit_field(y))
    }

    /// The parts that hold the bytes of an object; `None` if these are many, or not known.
    fn parts_at(&self, cell: Cell, object: &Expr) -> Option<Vec<PartId>> {
        let size = self.bytes_of(object).filter(|size| *size <= MAX_BYTES)?;
        let points_to = &self.lowering.points_to;
        let at = |byte: u64| points_to.part(points_to.moved(cell, byte as i64));
        Some((0..size).filter_map(at).map(|part| part.id).collect())
    }

    fn bytes_of(&self, object: &Expr) -> Option<u64> {
        layout::size_of(
            self.lowering.unit,
            self.lowering.program.data_model,
            &object.ty,
        )
    }

    /// The bytes from the first one on that an access touches.
    fn accessed_bytes(&self, access: &Expr) -> (u64, AccessKind) {
        let (unit, model) = (self.lowering.unit, self.lowering.program.data_model);
        let bit_field = member(access).and_then(|(record, field)| {
            let declared = unit.record(record).fields.as_ref()?.get(field as usize)?;
            let layout = layout::record_layout(unit, model, record)?;
            let first = layout.offsets.get(field as usize)?.bits % 8;
            Some((first + u64::from(declared.bits?)).div_ceil(8).max(1))
        });
        match bit_field {
            Some(size) => (size, AccessKind::BitField),
            None => (self.bytes_of(access).unwrap_or(1).max(1), AccessKind::Bytes),
        }
    }

    /// The two accesses are compared when the second of them is lowered.
    pub(super) fn watch_pair(&mut self, a: &Expr, b: &Expr) {
        for (access, partner) in [(a, b), (b, a)] {
            let key = ExprKey::of(access);
            if !self.accesses.0.contains_key(&key) {
                let (size, kind) = self.accessed_bytes(access);
                let watched = Watched {
                    spot: self.temporary(self.pointer_scalar()),
                    size,
                    kind,
                    partners: Vec::new(),
                };
                self.accesses.0.insert(key, watched);
            }
            let Some(watched) = self.accesses.0.get_mut(&key) else {
                continue;
            };
            watched.partners.push(ExprKey::of(partner));
            let spot = watched.spot;
            let unset = self.terms.bv(WIDTH, 0);
            self.assign(spot, unset, access.span);
        }
    }

    /// An object is designated in order to access it: if it is watched, it is compared with what it
    /// must not overlap.
    pub(super) fn accessed(&mut self, lvalue: &Expr, place: &Place) {
        let key = ExprKey::of(lvalue);
        let Some(watched) = self.accesses.0.get(&key) else {
            return;
        };
        let (spot, size, kind) = (watched.spot, watched.size, watched.kind);
        let partners = watched.partners.clone();
        let t = self.terms.clone();
        let at = match place {
            Place::Memory(memory) => memory.pointer,
            Place::Plain(plain) => {
                let index = self.flat_index(plain, &[]);
                let index = t.zero_extend(WIDTH - t.width(index), index);
                t.bv_add(index, t.bv(WIDTH, 1))
            }
        };
        let unset = t.bv(WIDTH, 0);
        let reached = t.and(&self.guards);
        self.assign(spot, t.ite(reached, at, unset), lvalue.span);
        for partner in partners {
            let Some(other) = self.accesses.0.get(&partner) else {
                continue;
            };
            let is_exact = kind == AccessKind::Bytes && other.kind == AccessKind::Bytes;
            let (other_size, other) = (other.size, self.symbol(other.spot));
            let is_set = t.ne(other, unset);
            let overlap = match place {
                Place::Plain(_) => t.eq(at, other),
                Place::Memory(_) => {
                    let within =
                        |a, b, size: u64| t.bv_ult(t.bv_sub(a, b), t.bv(WIDTH, u128::from(size)));
                    t.or(&[within(at, other, other_size), within(other, at, size)])
                }
            };
            let fine = t.not(t.and(&[reached, is_set, overlap]));
            if is_exact && self.decides_order() {
                self.require(fine, Undefined::Unsequenced, lvalue.span);
            } else {
                self.require_modelled(fine, OPEN_ORDER, lvalue.span);
            }
        }
    }
}

impl Lowering<'_> {
    /// What an lvalue designates.
    pub(super) fn designated<'e>(&self, lvalue: &'e Expr) -> Designated<'e> {
        match &lvalue.kind {
            ExprKind::Variable(variable) => {
                if self.points_to.in_memory(*variable) {
                    Designated::Memory(self.points_to.variable(*variable))
                } else {
                    Designated::Plain(*variable, Vec::new())
                }
            }
            ExprKind::Member {
                base,
                record,
                field,
            } => match self.designated(base) {
                Designated::Plain(variable, mut steps) => {
                    steps.push(Step::Member(*field));
                    Designated::Plain(variable, steps)
                }
                Designated::Memory(cell) => {
                    let (unit, model) = (self.unit, self.program.data_model);
                    let layout = layout::record_layout(unit, model, *record);
                    let offset = layout.and_then(|l| l.offsets.get(*field as usize).copied());
                    let bytes = offset.map_or(0, |offset| offset.bytes() as i64);
                    Designated::Memory(self.points_to.moved(cell, bytes))
                }
                Designated::Other => Designated::Other,
            },
            ExprKind::Index { base, index } => {
                if base.is_pointer() {
                    self.element_designated(lvalue, base, Step::Element(index))
                } else {
                    self.element_designated(lvalue, index, Step::Element(base))
                }
            }
            ExprKind::Unary(UnaryOp::Dereference, pointer) => match &pointer.kind {
                ExprKind::Unary(UnaryOp::AddressOf, object) => self.designated(object),
                ExprKind::Binary(BinaryOp::Add, base, index) if base.is_pointer() => {
                    self.element_designated(lvalue, base, Step::Element(index))
                }
                ExprKind::Binary(BinaryOp::Add, index, base) if base.is_pointer() => {
                    self.element_designated(lvalue, base, Step::Element(index))
                }
                _ => self.element_designated(lvalue, pointer, Step::FirstElement),
            },
            ExprKind::Cast(CastKind::Volatile, inner) => self.designated(inner),
            ExprKind::Cast(CastKind::NoOp | CastKind::BitCast, inner) if !lvalue.is_pointer() => {
                self.designated(inner)
            }
            ExprKind::String(_) | ExprKind::CompoundLiteral(_) => {
                match self.points_to.literal(lvalue) {
                    Some(cell) => Designated::Memory(cell),
                    None => Designated::Other,
                }
            }
            _ => Designated::Other,
        }
    }

    /// `*base` or `base[index]`.
    fn element_designated<'e>(
        &self,
        lvalue: &'e Expr,
        base: &'e Expr,
        step: Step<'e>,
    ) -> Designated<'e> {
        let mut base = base;
        while let ExprKind::Cast(CastKind::NoOp, inner) = &base.kind {
            base = inner;
        }
        if let ExprKind::Cast(CastKind::ArrayToPointer, array) = &base.kind
            && let Designated::Plain(variable, mut steps) = self.designated(array)
        {
            steps.push(step);
            return Designated::Plain(variable, steps);
        }
        match self.points_to.place(lvalue) {
            Some(cell) => Designated::Memory(cell),
            None => Designated::Other,
        }
    }
}

/// The record and the number of a member.
fn member(expr: &Expr) -> Option<(RecordId, u32)> {
    match &expr.kind {
        ExprKind::Member { record, field, .. } => Some((*record, *field)),
        _ => None,
    }
}

/// Two ways into one variable.
fn compare_steps(left: &[Step<'_>], right: &[Step<'_>]) -> Relation {
    let mut relation = Relation::Same;
    for pair in left.iter().zip(right) {
        match pair {
            (Step::Member(a), Step::Member(b)) if a != b => return Relation::Disjoint,
            (Step::Member(_), Step::Member(_)) => {}
            (a, b) => match (constant_index(a), constant_index(b)) {
                (Some(a), Some(b)) if a != b => return Relation::Disjoint,
                (Some(_), Some(_)) => {}
                _ => relation = Relation::Open,
            },
        }
    }
    relation
}

fn constant_index(step: &Step<'_>) -> Option<i128> {
    match step {
        Step::FirstElement => Some(0),
        Step::Element(index) => constant(index),
        Step::Member(_) => None,
    }
}

/// The value of a constant, through conversions that keep it.
fn constant(expr: &Expr) -> Option<i128> {
    match &expr.kind {
        ExprKind::Integer(value) => Some(*value),
        ExprKind::Cast(CastKind::IntegralCast, inner) => {
            let value = constant(inner)?;
            let Type::Int(kind) = expr.ty else {
                return None;
            };
            let bits = kind.width - u32::from(kind.signed);
            let fits = value >= 0 && (bits >= 127 || value < 1 << bits);
            fits.then_some(value)
        }
        _ => None,
    }
}
