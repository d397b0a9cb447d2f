//! Signed operations that may overflow: not part of the semantics of a program, which wraps, but
//! what a reader of a run wants to know.

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
pub struct OverflowSite {
    /// The operation.
    pub operator: SignedOperator,
    /// Its operands, of the width of the type; a negation has the same one twice.
    pub operands: [TermId; 2],
    /// Boolean terms that all hold where C computes it; it is part of a term that is always
    /// computed here.
    pub guards: Vec<TermId>,
    /// The C type.
    pub type_name: &'static str,
    /// Where it is in the source.
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
                Ok(amount) if amount < width => {
                    let (least, most) = range(width);
                    return x < least >> amount || x > most >> amount;
                }
                _ => return false,
            },
        };
        exact.is_none_or(|exact| BvValue::from_signed(width, exact).signed() != exact)
    }
}

impl OverflowSite {
    /// The Boolean term that is true where the operation overflows: the exact result does not
    /// fit the type. A shift of a negative number that fits is not meant.
    pub fn condition(&self, terms: &TermStore) -> TermId {
        self.under_guards(terms, self.leaves_range(terms))
    }

    /// The Boolean term that is true where a negative number is shifted to the left.
    pub fn shifts_negative(&self, terms: &TermStore) -> TermId {
        let [a, _] = self.operands;
        let zero = terms.bv(terms.width(a), 0);
        self.under_guards(terms, terms.bv_slt(a, zero))
    }

    fn under_guards(&self, terms: &TermStore, condition: TermId) -> TermId {
        let mut parts = self.guards.clone();
        parts.push(condition);
        terms.and(&parts)
    }

    /// With a constant operand it is a comparison of the other: that is what every arithmetic and
    /// every analysis understands best.
    fn leaves_range(&self, terms: &TermStore) -> TermId {
        let [a, b] = self.operands;
        let (least, most) = range(terms.width(a));
        let constant = |term| terms.as_bv(term).map(BvValue::signed);
        let outside = |term, least, most| outside(terms, term, least, most);
        match (self.operator, constant(a), constant(b)) {
            (SignedOperator::Negate, ..) => outside(a, least.saturating_add(1), most),
            (SignedOperator::Add, None, Some(c)) => {
                outside(a, least.saturating_sub(c), most.saturating_sub(c))
            }
            (SignedOperator::Add, Some(c), None) => {
                outside(b, least.saturating_sub(c), most.saturating_sub(c))
            }
            (SignedOperator::Subtract, None, Some(c)) => {
                outside(a, least.saturating_add(c), most.saturating_add(c))
            }
            (SignedOperator::Subtract, Some(c), None) => {
                outside(b, c.saturating_sub(most), c.saturating_sub(least))
            }
            (SignedOperator::Multiply, None, Some(c)) => times(terms, a, c),
            (SignedOperator::Multiply, Some(c), None) => times(terms, b, c),
            (SignedOperator::ShiftLeft, None, Some(c)) => {
                match u32::try_from(c).ok().filter(|c| *c < terms.width(a)) {
                    Some(c) => outside(a, least >> c, most >> c),
                    None => terms.fls(),
                }
            }
            _ if terms.width(a) > BvValue::MAX_WIDTH / 2 => self.leaves_widest_range(terms),
            _ => self.leaves_range_widened(terms),
        }
    }

    /// The exact result in twice the width, compared with the limits.
    fn leaves_range_widened(&self, terms: &TermStore) -> TermId {
        let [a, b] = self.operands;
        let width = terms.width(a);
        let (least, most) = range(width);
        let more = match self.operator {
            SignedOperator::Multiply | SignedOperator::ShiftLeft => width,
            _ => 1,
        };
        let wide = |term| terms.sign_extend(more, term);
        let exact = match self.operator {
            SignedOperator::Add => terms.bv_add(wide(a), wide(b)),
            SignedOperator::Subtract => terms.bv_sub(wide(a), wide(b)),
            SignedOperator::Multiply => terms.bv_mul(wide(a), wide(b)),
            SignedOperator::Negate => terms.bv_neg(wide(a)),
            SignedOperator::ShiftLeft => terms.bv_shl(wide(a), terms.zero_extend(more, b)),
        };
        let outside = outside(terms, exact, least, most);
        match self.operator {
            SignedOperator::ShiftLeft => terms.and(&[in_range(terms, b), outside]),
            _ => outside,
        }
    }

    /// Overflow where no width holds the exact result: decided from the truncated result.
    fn leaves_widest_range(&self, terms: &TermStore) -> TermId {
        let [a, b] = self.operands;
        let width = terms.width(a);
        let zero = terms.bv(width, 0);
        let negative = |term| terms.bv_slt(term, zero);
        let same = |x, y| terms.eq(negative(x), negative(y));
        match self.operator {
            SignedOperator::Add => {
                let sum = terms.bv_add(a, b);
                terms.and(&[same(a, b), terms.not(same(a, sum))])
            }
            SignedOperator::Subtract => {
                let difference = terms.bv_sub(a, b);
                terms.and(&[terms.not(same(a, b)), terms.not(same(a, difference))])
            }
            SignedOperator::Multiply => {
                let product = terms.bv_mul(a, b);
                let smallest = terms.eq(b, terms.bv_signed(width, range(width).0));
                let minus_one = terms.eq(a, terms.bv_signed(width, -1));
                let lost = terms.ne(terms.bv_sdiv(product, a), b);
                let wrong = terms.or(&[terms.and(&[minus_one, smallest]), lost]);
                terms.and(&[terms.ne(a, zero), wrong])
            }
            SignedOperator::Negate => terms.eq(a, terms.bv_signed(width, range(width).0)),
            SignedOperator::ShiftLeft => {
                let back = terms.bv_ashr(terms.bv_shl(a, b), b);
                terms.and(&[in_range(terms, b), terms.ne(back, a)])
            }
        }
    }
}

/// The smallest and the largest number of a width.
fn range(width: u32) -> (i128, i128) {
    (i128::MIN >> (128 - width), i128::MAX >> (128 - width))
}

/// `term < least || term > most`, signed, without what no number of its width does.
fn outside(terms: &TermStore, term: TermId, least: i128, most: i128) -> TermId {
    let width = terms.width(term);
    let (smallest, largest) = range(width);
    let number = |value| terms.bv_signed(width, value);
    let below = match (least <= smallest, least > largest) {
        (true, _) => terms.fls(),
        (_, true) => terms.tru(),
        _ => terms.bv_slt(term, number(least)),
    };
    let above = match (most >= largest, most < smallest) {
        (true, _) => terms.fls(),
        (_, true) => terms.tru(),
        _ => terms.bv_slt(number(most), term),
    };
    terms.or(&[below, above])
}

/// Whether `term * factor` does not fit.
fn times(terms: &TermStore, term: TermId, factor: i128) -> TermId {
    let (least, most) = range(terms.width(term));
    // Division truncates towards zero, which is inwards for both limits.
    match factor {
        0 => terms.fls(),
        1.. => outside(terms, term, least / factor, most / factor),
        _ => outside(
            terms,
            term,
            most / factor,
            least.checked_div(factor).unwrap_or(i128::MAX),
        ),
    }
}

/// Whether an amount to shift by is less than the width.
fn in_range(terms: &TermStore, amount: TermId) -> TermId {
    let width = terms.width(amount);
    terms.bv_ult(amount, terms.bv(width, u128::from(width)))
}

#[cfg(test)]
mod tests {
    use super::{OverflowSite, SignedOperator};
    use invar_term::{BvValue, Sort, Substitution, TermStore};

    const OPERATORS: [SignedOperator; 5] = [
        SignedOperator::Add,
        SignedOperator::Subtract,
        SignedOperator::Multiply,
        SignedOperator::Negate,
        SignedOperator::ShiftLeft,
    ];

    /// The condition for operands that are both variables, or one of them a constant.
    fn conditions(terms: &TermStore, operator: SignedOperator, values: [BvValue; 2]) -> Vec<bool> {
        let width = values[0].width();
        let names = match operator {
            SignedOperator::Negate => ["x", "x"],
            _ => ["x", "y"],
        };
        let symbols =
            names.map(|name| terms.symbol(&format!("{name}{width}"), &Sort::BitVec(width)));
        let constants = values.map(|value| terms.bv_signed(width, value.signed()));
        let mut shapes = vec![symbols, constants];
        if operator != SignedOperator::Negate {
            shapes.push([symbols[0], constants[1]]);
            shapes.push([constants[0], symbols[1]]);
        }
        let evaluated = |operands| {
            let site = OverflowSite {
                operator,
                operands,
                guards: Vec::new(),
                type_name: "int",
                span: None,
            };
            let pairs = symbols.into_iter().zip(constants);
            let term = Substitution::new(terms, pairs).apply(terms, site.condition(terms));
            assert!(terms.is_true(term) || terms.is_false(term));
            terms.is_true(term)
        };
        shapes.into_iter().map(evaluated).collect()
    }

    #[test]
    fn the_term_says_what_the_numbers_say() {
        let terms = TermStore::new();
        let mut overflows = 0;
        for operator in OPERATORS {
            for (x, y) in (-8..8).flat_map(|x| (-8..8).map(move |y| (x, y))) {
                let y = if operator == SignedOperator::Negate {
                    x
                } else {
                    y
                };
                let values = [x, y].map(|v| BvValue::from_signed(4, v));
                let exact = match operator {
                    SignedOperator::Add => x + y,
                    SignedOperator::Subtract => x - y,
                    SignedOperator::Multiply => x * y,
                    SignedOperator::Negate => -x,
                    // Other amounts are no overflow.
                    SignedOperator::ShiftLeft => {
                        if (0..4).contains(&y) {
                            x << y
                        } else {
                            0
                        }
                    }
                };
                let expected = !(-8..8).contains(&exact);
                assert_eq!(
                    operator.overflows(values[0], values[1]),
                    expected,
                    "{x} {operator:?} {y}"
                );
                for symbolic in conditions(&terms, operator, values) {
                    assert_eq!(symbolic, expected, "{x} {operator:?} {y}");
                }
                overflows += usize::from(expected);
            }
        }
        assert!(overflows > 300);
    }

    #[test]
    fn the_widest_types_have_no_wider_one() {
        let terms = TermStore::new();
        let numbers = [
            i128::MIN,
            i128::MIN + 1,
            -3,
            -1,
            0,
            1,
            2,
            126,
            127,
            i128::MAX / 2 + 1,
            i128::MAX,
        ];
        for operator in OPERATORS {
            for (x, y) in numbers.iter().flat_map(|x| numbers.map(move |y| (*x, y))) {
                let y = if operator == SignedOperator::Negate {
                    x
                } else {
                    y
                };
                let exact = match operator {
                    SignedOperator::Add => x.checked_add(y),
                    SignedOperator::Subtract => x.checked_sub(y),
                    SignedOperator::Multiply => x.checked_mul(y),
                    SignedOperator::Negate => x.checked_neg(),
                    SignedOperator::ShiftLeft => match u32::try_from(y) {
                        Ok(y @ 0..128) => Some(x << y).filter(|exact| exact >> y == x),
                        _ => Some(0),
                    },
                };
                let values = [x, y].map(|v| BvValue::from_signed(128, v));
                assert_eq!(operator.overflows(values[0], values[1]), exact.is_none());
                for symbolic in conditions(&terms, operator, values) {
                    assert_eq!(symbolic, exact.is_none(), "{x} {operator:?} {y}");
                }
            }
        }
    }
}
