//! Rules for integers and reals: sums, comparisons and remainders in a linear normal form.
//!
//! A sum is `c1 a1 + ... + cn an + k` with the atoms ordered by age, no coefficient zero, and the
//! constant last. A comparison has no common factor, positive coefficients only, and its constant
//! on the right unless nothing else is on the left. Over integers `a < b` is written where the
//! constant would be -1, `a <= b` otherwise.

use super::rule::Rule;
use crate::{IBig, Op, RBig, Sort, TermId, TermStore, Value};
use smallvec::SmallVec;

pub(super) static RULES: &[Rule] = &[
    Rule {
        name: "number-sum",
        apply: number_sum,
    },
    Rule {
        name: "number-order",
        apply: number_order,
    },
    Rule {
        name: "number-remainder",
        apply: number_remainder,
    },
];

/// Beyond this many atoms a sum stays as it is built: each step would cost its whole length.
const MAX_ATOMS: usize = 12;
/// Terms that are visited to find the atoms.
const MAX_STEPS: usize = 64;

/// A sum in normal form.
#[derive(Default)]
struct Sum {
    /// Ordered by atom.
    atoms: SmallVec<[(TermId, RBig); 4]>,
    constant: RBig,
}

impl Sum {
    /// The sum of multiples of terms, if it is short enough.
    fn of(s: &TermStore, multiples: &[(TermId, RBig)]) -> Option<Sum> {
        let mut sum = Sum::default();
        let mut work: Vec<(TermId, RBig)> = multiples.to_vec();
        let mut steps = 0;
        while let Some((term, by)) = work.pop() {
            steps += 1;
            if steps > MAX_STEPS {
                return None;
            }
            let args = s.args(term);
            match s.op(term) {
                Op::IntConst(k) => sum.constant += by * RBig::from(k.clone()),
                Op::RealConst(k) => sum.constant += by * k,
                Op::Add => work.extend([(args[0], by.clone()), (args[1], by)]),
                Op::Neg => work.push((args[0], -by)),
                Op::Mul => match (number(s, args[0]), number(s, args[1])) {
                    (_, Some(k)) => work.push((args[0], by * k)),
                    (Some(k), _) => work.push((args[1], by * k)),
                    _ => sum.add(term, by)?,
                },
                _ => sum.add(term, by)?,
            }
        }
        Some(sum)
    }

    fn add(&mut self, atom: TermId, by: RBig) -> Option<()> {
        match self.atoms.binary_search_by_key(&atom, |(a, _)| *a) {
            Ok(at) => {
                self.atoms[at].1 += by;
                if self.atoms[at].1 == RBig::ZERO {
                    self.atoms.remove(at);
                }
            }
            Err(_) if by == RBig::ZERO => {}
            Err(at) => self.atoms.insert(at, (atom, by)),
        }
        (self.atoms.len() <= MAX_ATOMS).then_some(())
    }

    fn scale(&mut self, by: &RBig) {
        self.atoms.iter_mut().for_each(|(_, c)| *c *= by);
        self.constant *= by;
    }

    /// The term in normal form.
    fn term(&self, s: &TermStore, sort: &Sort) -> TermId {
        let mut total = None;
        for (atom, coefficient) in &self.atoms {
            let product = if *coefficient == RBig::ONE {
                *atom
            } else if *coefficient == RBig::from(-1) {
                s.raw(Op::Neg, &[*atom])
            } else {
                s.raw(Op::Mul, &[*atom, constant(s, sort, coefficient)])
            };
            total = Some(match total {
                Some(total) => s.raw(Op::Add, &[total, product]),
                None => product,
            });
        }
        match total {
            Some(total) if self.constant == RBig::ZERO => total,
            Some(total) => s.raw(Op::Add, &[total, constant(s, sort, &self.constant)]),
            None => constant(s, sort, &self.constant),
        }
    }

    /// Divides by the greatest number that leaves the coefficients whole.
    fn reduce(&mut self) {
        let mut denominator = IBig::ONE;
        for (_, coefficient) in &self.atoms {
            let own = IBig::from(coefficient.denominator().clone());
            denominator = &denominator / divisor(&denominator, &own) * own;
        }
        let mut numerator = IBig::ZERO;
        for (_, coefficient) in &self.atoms {
            let own = coefficient * RBig::from(denominator.clone());
            numerator = divisor(&numerator, own.numerator());
        }
        if numerator != IBig::ZERO {
            self.scale(&(RBig::from(denominator) / RBig::from(numerator)));
        }
    }
}

fn number(s: &TermStore, term: TermId) -> Option<RBig> {
    match s.op(term) {
        Op::IntConst(k) => Some(RBig::from(k.clone())),
        Op::RealConst(k) => Some(k.clone()),
        _ => None,
    }
}

fn constant(s: &TermStore, sort: &Sort, number: &RBig) -> TermId {
    s.constant(&match sort {
        Sort::Int => Value::Int(number.floor()),
        _ => Value::Real(number.clone()),
    })
}

/// The greatest common divisor, not negative.
fn divisor(a: &IBig, b: &IBig) -> IBig {
    let absolute = |x: &IBig| if *x < IBig::ZERO { -x } else { x.clone() };
    let (mut a, mut b) = (absolute(a), absolute(b));
    while b != IBig::ZERO {
        (a, b) = (b.clone(), a % b);
    }
    a
}

fn is_number(sort: &Sort) -> bool {
    matches!(sort, Sort::Int | Sort::Real)
}

/// `result`, unless it is the application itself.
fn unless_same(s: &TermStore, op: &Op, args: &[TermId], result: TermId) -> Option<TermId> {
    (s.op(result) != op || s.args(result) != args).then_some(result)
}

/// Whether two numbers differ by a constant that is not zero.
pub(super) fn apart(s: &TermStore, a: TermId, b: TermId) -> bool {
    is_number(s.sort(a))
        && Sum::of(s, &[(a, RBig::ONE), (b, RBig::from(-1))])
            .is_some_and(|d| d.atoms.is_empty() && d.constant != RBig::ZERO)
}

/// Sums, negations and multiples in normal form.
fn number_sum(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let one = RBig::ONE;
    let sum = match (op, args) {
        (Op::Add, [a, b]) => Sum::of(s, &[(*a, one.clone()), (*b, one)]),
        (Op::Neg, [a]) => Sum::of(s, &[(*a, -one)]),
        (Op::Mul, [a, b]) => match (number(s, *a), number(s, *b)) {
            (_, Some(k)) => Sum::of(s, &[(*a, k)]),
            (Some(k), _) => Sum::of(s, &[(*b, k)]),
            _ => None,
        },
        _ => None,
    }?;
    unless_same(s, op, args, sum.term(s, s.sort(args[0])))
}

/// Comparisons in normal form.
fn number_order(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::Eq | Op::Lt | Op::Le, [a, b]) = (op, args) else {
        return None;
    };
    let sort = s.sort(*a).clone();
    if !is_number(&sort) {
        return None;
    }
    let mut sum = Sum::of(s, &[(*a, RBig::ONE), (*b, RBig::from(-1))])?;
    if sum.atoms.is_empty() {
        return Some(s.bool(match op {
            Op::Eq => sum.constant == RBig::ZERO,
            Op::Lt => sum.constant < RBig::ZERO,
            _ => sum.constant <= RBig::ZERO,
        }));
    }
    let mut op_now = op.clone();
    if sort == Sort::Int && *op == Op::Lt {
        // Whole numbers: `x < 0` is `x + 1 <= 0`.
        sum.constant += RBig::ONE;
        op_now = Op::Le;
    }
    sum.reduce();
    if *op == Op::Eq && sum.atoms[0].1 < RBig::ZERO {
        sum.scale(&RBig::from(-1));
    }
    // `left <= right + bound`.
    let mut bound = -&sum.constant;
    if sort == Sort::Int && !bound.is_int() {
        if *op == Op::Eq {
            return Some(s.fls());
        }
        bound = RBig::from(bound.floor());
    }
    let (mut left, mut right) = (Sum::default(), Sum::default());
    for (atom, coefficient) in sum.atoms {
        if coefficient > RBig::ZERO {
            left.atoms.push((atom, coefficient));
        } else {
            right.atoms.push((atom, -coefficient));
        }
    }
    if left.atoms.is_empty() {
        left.constant = -bound;
    } else if sort == Sort::Int
        && op_now == Op::Le
        && !right.atoms.is_empty()
        && bound == RBig::from(-1)
    {
        op_now = Op::Lt;
    } else {
        right.constant = bound;
    }
    let sides = [left.term(s, &sort), right.term(s, &sort)];
    (op_now != *op || sides != args).then(|| s.raw(op_now, &sides))
}

/// Inside a remainder, multiples of the modulus vanish and inner remainders need not be taken.
fn number_remainder(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::IntMod, [a, m]) = (op, args) else {
        return None;
    };
    let Op::IntConst(modulus) = s.op(*m) else {
        return None;
    };
    if *modulus <= IBig::ZERO {
        return None;
    }
    let outer = Sum::of(s, &[(*a, RBig::ONE)])?;
    let mut parts: Vec<(TermId, RBig)> = Vec::new();
    for (atom, coefficient) in outer.atoms {
        let inner = match (s.op(atom), s.args(atom)) {
            (Op::IntMod, [x, n]) => match s.op(*n) {
                Op::IntConst(n) if *n > IBig::ZERO && n % modulus == IBig::ZERO => *x,
                _ => atom,
            },
            _ => atom,
        };
        parts.push((inner, coefficient));
    }
    let mut sum = Sum::of(s, &parts)?;
    sum.constant += outer.constant;
    // Whole coefficients, because the sort is that of integers.
    sum.atoms
        .retain(|(_, c)| c.numerator() % modulus != IBig::ZERO);
    let half = modulus / IBig::from(2);
    let low = ((sum.constant.floor() + &half) % modulus + modulus) % modulus - half;
    sum.constant = RBig::from(low);
    if sum.atoms.is_empty() {
        let rest = (sum.constant.floor() % modulus + modulus) % modulus;
        return Some(s.constant(&Value::Int(rest)));
    }
    let inside = sum.term(s, &Sort::Int);
    (inside != *a).then(|| s.raw(Op::IntMod, &[inside, *m]))
}

#[cfg(test)]
mod tests {
    use super::{IBig, MAX_ATOMS, Sort, TermId, TermStore, Value};

    fn int(s: &TermStore, number: i64) -> TermId {
        s.constant(&Value::Int(IBig::from(number)))
    }

    #[test]
    fn sums_and_comparisons_fold() {
        let s = TermStore::new();
        let [x, y] = ["x", "y"].map(|n| s.symbol(n, &Sort::Int));
        let k = |number| int(&s, number);
        assert_eq!(s.add(s.add(x, k(1)), k(2)), s.add(x, k(3)));
        assert_eq!(s.sub(s.add(x, y), s.add(y, x)), k(0));
        assert_eq!(s.mul(k(2), s.mul(x, k(3))), s.mul(x, k(6)));
        assert_eq!(s.le(s.add(x, k(1)), k(5)), s.le(x, k(4)));
        assert_eq!(s.not(s.le(x, k(4))), s.le(k(5), x));
        assert_eq!(s.le(s.mul(x, k(2)), k(5)), s.le(x, k(2)));
        assert_eq!(s.lt(x, s.add(y, k(1))), s.le(x, y));
        assert!(s.is_false(s.eq(s.mul(x, k(2)), k(5))));
        assert!(s.is_true(s.lt(x, s.add(x, k(1)))));
        assert!(s.is_false(s.and(&[s.lt(x, y), s.le(y, x)])));
    }

    #[test]
    fn indices_that_differ_by_a_constant_are_different_places() {
        let s = TermStore::new();
        let a = s.symbol("a", &Sort::array(Sort::Int, Sort::Int));
        let [i, v] = ["i", "v"].map(|n| s.symbol(n, &Sort::Int));
        let next = s.add(i, int(&s, 1));
        assert_eq!(s.select(s.store(a, i, v), next), s.select(a, next));
    }

    #[test]
    fn long_sums_cost_no_more_than_their_length() {
        let s = TermStore::new();
        let mut sum = int(&s, 0);
        for number in 0..1000 {
            sum = s.add(sum, s.symbol(&format!("x{number}"), &Sort::Int));
        }
        assert!(s.len() < 4000 + MAX_ATOMS * MAX_ATOMS, "{}", s.len());
    }
}
