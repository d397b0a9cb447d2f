//! Signed operations that may overflow: not part of the meaning of a program, which wraps, but
//! what a reader of a run wants to be told.

use crate::Span;
use invar_term::{BvValue, TermId, TermStore};

/// A signed operation that can leave the range of its type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum SignedOperator {
    /// `a + b`
    Add,
    /// `a - b`
    Subtract,
    /// `a * b`
    Multiply,
    /// `-a`
    Negate,
    /// `a << b`
    ShiftLeft,
}

/// A signed operation that is computed where execution leaves a location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Watch {
    /// The operation.
    pub operator: SignedOperator,
    /// Its operands, of the width of the type; a negation has the same one twice.
    pub operands: [TermId; 2],
    /// Boolean terms that all hold where C computes it; it stands in a term that is always
    /// computed here.
    pub guards: Vec<TermId>,
    /// The C type.
    pub type_name: &'static str,
    /// Where it stands.
    pub span: Option<Span>,
}

impl SignedOperator {
    /// The operator's text in C.
    pub fn symbol(self) -> &'static str {
        match self {
            SignedOperator::Add => "+",
            SignedOperator::Subtract | SignedOperator::Negate => "-",
            SignedOperator::Multiply => "*",
            SignedOperator::ShiftLeft => "<<",
        }
    }

    /// Whether the exact result for these operands does not fit their width.
    pub fn overflows(self, a: BvValue, b: BvValue) -> bool {
        let (width, x, y) = (a.width(), a.signed(), b.signed());
        let exact = match self {
            SignedOperator::Add => x.checked_add(y),
            SignedOperator::Subtract => x.checked_sub(y),
            SignedOperator::Multiply => x.checked_mul(y),
            SignedOperator::Negate => x.checked_neg(),
            SignedOperator::ShiftLeft => match u32::try_from(y) {
                // Other amounts end the path.
                Ok(amount) if amount < width => 1i128
                    .checked_shl(amount)
                    .filter(|factor| *factor > 0)
                    .and_then(|factor| x.checked_mul(factor))
                    .filter(|_| x >= 0),
                _ => return false,
            },
        };
        exact.is_none_or(|exact| BvValue::from_signed(width, exact).signed() != exact)
    }
}

impl Watch {
    /// The Boolean term that is true where the operation overflows.
    pub fn condition(&self, terms: &TermStore) -> TermId {
        let [a, b] = self.operands;
        let width = terms.width(a);
        let wide = |term| terms.sign_extend(width, term);
        let exact = match self.operator {
            SignedOperator::Add => terms.bv_add(wide(a), wide(b)),
            SignedOperator::Subtract => terms.bv_sub(wide(a), wide(b)),
            SignedOperator::Multiply => terms.bv_mul(wide(a), wide(b)),
            SignedOperator::Negate => terms.bv_neg(wide(a)),
            SignedOperator::ShiftLeft => terms.bv_shl(wide(a), terms.zero_extend(width, b)),
        };
        let fits = terms.eq(wide(terms.extract(width - 1, 0, exact)), exact);
        let mut parts = self.guards.clone();
        parts.push(match self.operator {
            SignedOperator::ShiftLeft => {
                let zero = terms.bv(width, 0);
                let in_range = terms.bv_ult(b, terms.bv(width, u128::from(width)));
                let lost = terms.or(&[terms.bv_slt(a, zero), terms.not(fits)]);
                terms.and(&[in_range, lost])
            }
            _ => terms.not(fits),
        });
        terms.and(&parts)
    }
}

#[cfg(test)]
mod tests {
    use super::{SignedOperator, Watch};
    use invar_term::{BvValue, TermStore};

    #[test]
    fn the_term_says_what_the_numbers_say() {
        use SignedOperator::{Add, Multiply, Negate, ShiftLeft, Subtract};
        let terms = TermStore::new();
        let interesting = [-8, -7, -4, -2, -1, 0, 1, 2, 3, 4, 7];
        let mut overflows = 0;
        for operator in [Add, Subtract, Multiply, Negate, ShiftLeft] {
            for (x, y) in interesting
                .iter()
                .flat_map(|x| interesting.map(|y| (*x, y)))
            {
                let (x, y) = match operator {
                    Negate => (x, x),
                    _ => (x, y),
                };
                let watch = Watch {
                    operator,
                    operands: [terms.bv_signed(4, x), terms.bv_signed(4, y)],
                    guards: Vec::new(),
                    type_name: "int",
                    span: None,
                };
                let (a, b) = (BvValue::from_signed(4, x), BvValue::from_signed(4, y));
                let concrete = operator.overflows(a, b);
                let symbolic = terms.is_true(watch.condition(&terms));
                assert_eq!(concrete, symbolic, "{x} {operator:?} {y}");
                overflows += usize::from(concrete);
            }
        }
        assert!(overflows > 100);
    }
}
