//! Conversions between integer types, and between plain variables and values.

use super::body::{Body, Lowered};
use super::operator::Operand;
use super::shape::{Class, Scalar};
use crate::ast::Type;
use invar_cfa::{Aspect, Number, SignedOperator, Span, Subject, Undefined, Unsupported};
use invar_term::{BvValue, TermId, TermStore};

/// A value widened, or cut, to `to` bits.
pub(super) fn extend(t: &TermStore, value: TermId, from: u32, signed: bool, to: u32) -> TermId {
    if to <= from {
        t.extract(to - 1, 0, value)
    } else if signed {
        t.sign_extend(to - from, value)
    } else {
        t.zero_extend(to - from, value)
    }
}

/// 1 or 0.
pub(super) fn from_bool(t: &TermStore, condition: TermId, width: u32) -> TermId {
    t.ite(condition, t.bv(width, 1), t.bv(width, 0))
}

/// What is kept in a plain variable, in full width.
pub(super) fn load(t: &TermStore, stored: TermId, scalar: Scalar) -> TermId {
    match scalar.class {
        Class::Float(_) => stored,
        _ => extend(t, stored, scalar.stored, scalar.signed(), scalar.width),
    }
}

/// What goes into a plain variable.
pub(super) fn store(t: &TermStore, value: TermId, scalar: Scalar) -> TermId {
    match scalar.class {
        Class::Float(_) => value,
        _ => t.extract(scalar.stored - 1, 0, value),
    }
}

impl Body<'_, '_> {
    /// Whether a scalar is not zero.
    pub(super) fn truth(&self, (value, scalar): Operand) -> TermId {
        let t = &self.terms;
        match scalar.class {
            Class::Float(_) => self.float_truth(value),
            _ => t.ne(value, t.bv(t.width(value), 0)),
        }
    }

    /// A number of type `from` converted to type `to`, both in full width.
    pub(super) fn convert_number(
        &mut self,
        value: TermId,
        from: Scalar,
        to: Scalar,
        span: Option<Span>,
    ) -> Lowered<TermId> {
        let t = self.terms.clone();
        Ok(match (from.class, to.class) {
            (Class::Bool, Class::Bool) => value,
            (_, Class::Bool) => {
                let truth = self.truth((value, from));
                from_bool(&t, truth, to.width)
            }
            (Class::Float(_), _) | (_, Class::Float(_)) => {
                self.convert_float(value, from, to, span)?
            }
            _ => {
                let is_plain = t.as_symbol(value).is_some() || t.as_bv(value).is_some();
                if to.width < from.width && to.width >= 32 && !is_plain {
                    self.note_beyond_ideal("conversion of a result to a narrower type", span);
                }
                extend(&t, value, from.width, from.signed(), to.width)
            }
        })
    }

    /// A construct whose terms are simplified by what holds for machine integers only.
    pub(super) fn note_beyond_ideal(&mut self, construct: &str, span: Option<Span>) {
        let construct = format!("{construct} over integers without bounds");
        let first = &mut self.lowering.program.beyond_ideal;
        first.get_or_insert(Unsupported::construct(construct, span));
    }

    /// Whether converting between two types is checked, and can change a value.
    pub(super) fn can_change(&self, from: &Type, to: &Type) -> bool {
        let shapes = &self.lowering.shapes;
        match (shapes.scalar(from), shapes.scalar(to)) {
            (Some(from), Some(to)) => self.conversions_count() && kept(from, to).is_some(),
            _ => false,
        }
    }

    /// A conversion that the text does not say must not change the value, where that is asked for.
    pub(super) fn keep_value(
        &mut self,
        value: TermId,
        from: Scalar,
        to: Scalar,
        span: Option<Span>,
    ) {
        if !self.conversions_count() || self.is_of_a_model(span) {
            return;
        }
        let Some((least, most)) = kept(from, to) else {
            return;
        };
        let t = self.terms.clone();
        let least = least.map(|least| t.bv_sle(t.bv_signed(from.width, least), value));
        let most = most.map(|most| t.bv(from.width, most));
        let most = most.map(|most| {
            if from.signed() {
                t.bv_sle(value, most)
            } else {
                t.bv_ule(value, most)
            }
        });
        let parts: Vec<TermId> = least.into_iter().chain(most).collect();
        let subject = Subject::Conversion {
            number: Number {
                value,
                signed: from.signed(),
            },
            type_name: to.name,
        };
        self.require_of(subject, t.and(&parts), Undefined::Conversion, span);
    }

    /// `++` and `--` of types narrower than `int` are conversions back from it.
    pub(super) fn keep_stepped(
        &mut self,
        old: TermId,
        operator: SignedOperator,
        scalar: Scalar,
        span: Option<Span>,
    ) {
        let narrow = scalar.is_integer() && scalar.class != Class::Bool && scalar.width < 32;
        if narrow && self.conversions_count() && !self.is_of_a_model(span) {
            let (least, most) = range(scalar.in_full());
            let t = self.terms.clone();
            let limit = match operator {
                SignedOperator::Add => t.bv(scalar.width, most),
                _ => t.bv_signed(scalar.width, least),
            };
            let kept = t.ne(old, limit);
            // In `int`, where it is computed.
            let (before, one) = (
                extend(&t, old, scalar.width, scalar.signed(), 32),
                t.bv(32, 1),
            );
            let value = match operator {
                SignedOperator::Add => t.bv_add(before, one),
                _ => t.bv_sub(before, one),
            };
            let subject = Subject::Conversion {
                number: Number {
                    value,
                    signed: true,
                },
                type_name: scalar.name,
            };
            self.require_of(subject, kept, Undefined::Conversion, span);
        }
    }

    fn conversions_count(&self) -> bool {
        let property = self.lowering.program.property;
        property.asks_for(Aspect::Conversion)
    }

    /// How library models compute is ours, not the user's.
    pub(super) fn is_of_a_model(&self, span: Option<Span>) -> bool {
        span.is_some_and(|span| self.lowering.unit.sources.is_model(span))
    }
}

/// The smallest and the largest number that a plain variable of an integer type keeps.
fn range(scalar: Scalar) -> (i128, u128) {
    let unused = BvValue::MAX_WIDTH - scalar.stored;
    if scalar.signed() {
        (i128::MIN >> unused, (i128::MAX >> unused) as u128)
    } else {
        (0, u128::MAX >> unused)
    }
}

/// The limits of the numbers that a conversion between integer types keeps, where `from` has
/// others; nothing if it keeps all of them.
fn kept(from: Scalar, to: Scalar) -> Option<(Option<i128>, Option<u128>)> {
    let is_number = |scalar: Scalar| matches!(scalar.class, Class::Signed | Class::Unsigned);
    if !is_number(from) || !is_number(to) {
        return None;
    }
    let ((from_least, from_most), (least, most)) = (range(from), range(to));
    let limits = (
        Some(least).filter(|least| *least > from_least),
        Some(most).filter(|most| *most < from_most),
    );
    (limits != (None, None)).then_some(limits)
}
