//! Signed operations that may overflow: remembered for showing a run, and for the pass that
//! makes checks of them. None is left out that can overflow.

use super::body::Body;
use super::shape::Scalar;
use invar_cfa::{Aspect, OverflowSite, SignedOperator, Span, Undefined};
use invar_term::TermId;

/// Operands under more conditions than this have them as one.
const MAX_GUARDS: usize = 32;

impl Body<'_, '_> {
    /// A signed operation is computed here.
    pub(super) fn note_overflow_site(
        &mut self,
        operator: SignedOperator,
        operands: [TermId; 2],
        scalar: Scalar,
        span: Option<Span>,
    ) {
        let constant = |term: TermId| self.terms.as_bv(term);
        let [a, b] = operands;
        let harmless = match (constant(a), constant(b)) {
            // C forbids to shift a negative number to the left, whatever the result.
            (Some(a), Some(_)) if operator == SignedOperator::ShiftLeft && a.signed() < 0 => false,
            (Some(a), Some(b)) => !operator.overflows(a, b),
            _ => false,
        };
        if !scalar.signed() || harmless {
            return;
        }
        let guards = match self.guards.len() {
            0..=MAX_GUARDS => self.guards.clone(),
            _ => vec![self.terms.and(&self.guards)],
        };
        let site = OverflowSite {
            operator,
            operands,
            guards,
            type_name: scalar.name,
            span,
        };
        if !self.is_of_a_model(span) {
            let t = self.terms.clone();
            let fits = t.not(site.condition(&t));
            self.require_exact(fits, Some(Aspect::Overflow), span);
            if operator == SignedOperator::ShiftLeft {
                let allowed = t.and(&[fits, t.not(site.shifts_negative(&t))]);
                let aspect = Undefined::ShiftedNumber.aspect();
                self.require_exact(allowed, Some(aspect), span);
            }
        }
        self.cfa.add_overflow_site(self.at, site);
    }

    /// Lowers a total operand that C evaluates only where `guard` holds.
    pub(super) fn guarded<T>(&mut self, guard: TermId, lower: impl FnOnce(&mut Self) -> T) -> T {
        self.guards.push(guard);
        let result = lower(self);
        self.guards.pop();
        result
    }
}
