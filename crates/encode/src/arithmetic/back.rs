//! Facts over numbers as facts over bit-vectors.
//!
//! Every variable is extended by its own view to a width that holds the sum:
//!
//! ```text
//! c1 x1 + ... + k <= 0    becomes    positive part <= negative part, both in W bits
//! ```
//!
//! Only the value of each side has to fit, because vectors add and multiply modulo `2^W`.
//!
//! An equation is read a second time modulo two to the width of its widest variable: where a
//! program counts two things in step, that survives the overflow of both.

use super::linear::{Sum, Whole, sum_of};
use super::program::Translated;
use super::view::{View, Want, power, wrapped};
use invar_term::{BvValue, IBig, Op, RBig, Sort, TermId, TermStore};
use rustc_hash::FxHashMap;

impl Translated {
    /// A Boolean term over translated variables as a bit-vector term with the same value wherever
    /// the variables are in the ranges of their types; `None` if it is not linear or needs vectors
    /// that are too wide.
    pub fn fact_back(&self, fact: TermId) -> Option<TermId> {
        match &self.readings {
            None => Some(fact),
            Some(_) => Back::new(self).fact(fact),
        }
    }

    /// Candidates for one location: every fact that has a bit-vector form, the equations that the
    /// facts imply, and the facts with an equation in place of a bound between variables; equations
    /// are modulo two to the width of the widest variable in them.
    pub fn facts_back(&self, facts: &[TermId]) -> Vec<TermId> {
        if self.readings.is_none() {
            return facts.to_vec();
        }
        let terms = &self.original.terms;
        let mut back = Back::new(self);
        let mut found: Vec<TermId> = Vec::new();
        let keep = |found: &mut Vec<TermId>, fact: TermId| {
            if !terms.is_true(fact) && !found.contains(&fact) {
                found.push(fact);
            }
        };
        let mut atoms = Vec::new();
        for fact in facts {
            if let Some(vectors) = back.fact(*fact) {
                keep(&mut found, vectors);
            }
            for border in back.borders(*fact) {
                keep(&mut found, border);
            }
            atoms.push(*fact);
            if *terms.op(*fact) == Op::And {
                atoms.extend(terms.args(*fact));
            }
        }
        for equation in back.equations(&atoms) {
            if let Some(vectors) = back.modulo(&equation) {
                keep(&mut found, vectors);
            }
        }
        found
    }
}

/// A vector whose number is known to be between two bounds.
#[derive(Clone)]
pub(super) struct Vector {
    pub(super) bits: TermId,
    view: View,
    low: IBig,
    high: IBig,
}

/// One walk back; remembers what it has seen.
pub(super) struct Back<'t> {
    translated: &'t Translated,
    pub(super) terms: &'t TermStore,
    truths: FxHashMap<TermId, TermId>,
    sums: FxHashMap<TermId, Sum>,
    pub(super) vectors: FxHashMap<TermId, Vector>,
    arrays: FxHashMap<TermId, TermId>,
}

impl<'t> Back<'t> {
    fn new(translated: &'t Translated) -> Self {
        Back {
            translated,
            terms: &translated.original.terms,
            truths: FxHashMap::default(),
            sums: FxHashMap::default(),
            vectors: FxHashMap::default(),
            arrays: FxHashMap::default(),
        }
    }

    /// The translation of a visited truth value.
    pub(super) fn image(&self, truth: TermId) -> Option<TermId> {
        self.truths.get(&truth).copied()
    }

    fn fact(&mut self, fact: TermId) -> Option<TermId> {
        self.visit(fact);
        self.truths.get(&fact).copied()
    }

    /// Translates every subterm that can be; what cannot is missing in the maps.
    pub(super) fn visit(&mut self, root: TermId) {
        let mut seen = rustc_hash::FxHashSet::default();
        let order = self.terms.postorder_where(&[root], |term| {
            !self.truths.contains_key(&term) && !self.sums.contains_key(&term) && seen.insert(term)
        });
        for term in order {
            match self.terms.sort(term) {
                Sort::Bool => {
                    if let Some(image) = self.truth(term) {
                        self.truths.insert(term, image);
                    }
                }
                Sort::Int | Sort::Real => {
                    let sum = sum_of(self.terms, term, |t| self.sums.get(&t));
                    let Some(sum) = sum else { continue };
                    if sum.parts.contains_key(&term) {
                        let Some(vector) = self.vector(term) else {
                            continue;
                        };
                        self.vectors.insert(term, vector);
                    }
                    self.sums.insert(term, sum);
                }
                Sort::Array(_) => {
                    if let Some(variable) = self.translated.variable(term) {
                        let symbol = self.translated.original.symbol(variable);
                        self.arrays.insert(term, symbol);
                    }
                }
                Sort::BitVec(_) | Sort::Float { .. } => {}
            }
        }
    }

    fn truth(&self, term: TermId) -> Option<TermId> {
        let terms = self.terms;
        let args = terms.args(term);
        match terms.op(term) {
            Op::Symbol(_) => {
                let variable = self.translated.variable(term)?;
                Some(self.translated.original.symbol(variable))
            }
            Op::Eq | Op::Le | Op::Lt if *terms.sort(args[0]) != Sort::Bool => {
                let difference = self.difference(args[0], args[1])?;
                let is_equation = *terms.op(term) == Op::Eq;
                let divisible = is_equation.then(|| self.divisible(&difference)).flatten();
                divisible.or_else(|| self.compare(terms.op(term), &difference))
            }
            Op::Select => self.element(args).map(|(bits, _)| bits),
            op => {
                let images = args
                    .iter()
                    .map(|a| self.truths.get(a).copied())
                    .collect::<Option<Vec<_>>>()?;
                Some(terms.app(op.clone(), &images))
            }
        }
    }

    /// `a - b` with whole coefficients.
    pub(super) fn difference(&self, a: TermId, b: TermId) -> Option<Whole> {
        let (a, b) = (self.sums.get(&a)?, self.sums.get(&b)?);
        Some(a.plus(&RBig::from(-1), b).whole())
    }

    /// A part of a sum that is not a sum itself.
    fn vector(&self, term: TermId) -> Option<Vector> {
        let terms = self.terms;
        let args = terms.args(term);
        match terms.op(term) {
            Op::Symbol(_) => {
                let variable = self.translated.variable(term)?;
                let Want::Number(view) = self.translated.want(variable)? else {
                    return None;
                };
                let bits = self.translated.original.symbol(variable);
                Some(full(terms, bits, view))
            }
            Op::Select => {
                let (bits, element) = self.element(args)?;
                Some(full(terms, bits, element?))
            }
            Op::Ite => {
                let condition = *self.truths.get(&args[0])?;
                let (a, b) = (self.evaluate(args[1])?, self.evaluate(args[2])?);
                let (low, high) = (
                    a.low.clone().min(b.low.clone()),
                    a.high.clone().max(b.high.clone()),
                );
                let width = signed_width(&low, &high)?;
                let (a, b) = (resize(terms, &a, width), resize(terms, &b, width));
                Some(Vector {
                    bits: terms.ite(condition, a, b),
                    view: View::Signed,
                    low,
                    high,
                })
            }
            op @ (Op::IntMod | Op::IntDiv) => {
                let divisor = self.sums.get(&args[1])?;
                if !divisor.parts.is_empty() || !divisor.constant.is_int() {
                    return None;
                }
                self.divided(op, &self.evaluate(args[0])?, divisor.constant.numerator())
            }
            _ => None,
        }
    }

    /// The element of an array variable at an index.
    fn element(&self, args: &[TermId]) -> Option<(TermId, Option<View>)> {
        let [array, index] = args else { return None };
        let variable = self.translated.variable(*array)?;
        let Want::Array(shape) = self.translated.want(variable)? else {
            return None;
        };
        let array = *self.arrays.get(array)?;
        let width = self.terms.sort(array).as_array()?.0.width()?;
        let index = resize(self.terms, &self.evaluate(*index)?, width);
        Some((self.terms.select(array, index), shape.element))
    }

    /// `a mod k = 0` without the correction that a negative `a` needs otherwise: a remainder is
    /// zero however the quotient is rounded.
    fn divisible(&self, sum: &Whole) -> Option<TermId> {
        let [(part, coefficient)] = sum.parts.as_slice() else {
            return None;
        };
        let is_unit = *coefficient == IBig::ONE || *coefficient == IBig::NEG_ONE;
        let zero = is_unit && sum.constant == IBig::ZERO;
        if !zero || *self.terms.op(*part) != Op::IntMod {
            return None;
        }
        let args = self.terms.args(*part);
        let divisor = self.sums.get(&args[1])?;
        if !divisor.parts.is_empty() || !divisor.constant.is_int() {
            return None;
        }
        let (remainder, _) =
            self.remainder(&self.evaluate(args[0])?, divisor.constant.numerator())?;
        let width = self.terms.width(remainder);
        Some(self.terms.eq(remainder, self.terms.bv(width, 0)))
    }

    /// The remainder by a positive constant with the sign of the dividend, and the extended dividend.
    fn remainder(&self, a: &Vector, k: &IBig) -> Option<(TermId, TermId)> {
        if *k <= IBig::ZERO {
            return None;
        }
        let terms = self.terms;
        let (low, high) = (a.low.clone().min(-k), a.high.clone().max(k.clone()));
        let own = terms.width(a.bits);
        if a.view == View::Unsigned && *k <= View::Unsigned.maximum(own) {
            return Some((terms.bv_urem(a.bits, constant(terms, own, k)), a.bits));
        }
        let width = signed_width(&low, &high)?.max(own);
        let bits = resize(terms, a, width);
        Some((terms.bv_srem(bits, constant(terms, width, k)), bits))
    }

    /// Division by a positive constant, rounded down.
    fn divided(&self, op: &Op, a: &Vector, k: &IBig) -> Option<Vector> {
        let terms = self.terms;
        let (remainder, bits) = self.remainder(a, k)?;
        let width = terms.width(bits);
        let divisor = constant(terms, width, k);
        let last = k - IBig::ONE;
        if a.view == View::Unsigned && width == terms.width(a.bits) {
            let quotient = || terms.bv_udiv(bits, divisor);
            let (bits, low, high) = match op {
                Op::IntMod => (remainder, IBig::ZERO, last),
                _ => (quotient(), &a.low / k, &a.high / k),
            };
            let view = View::Unsigned;
            return Some(Vector {
                bits,
                view,
                low,
                high,
            });
        }
        // The remainder has the sign of the dividend; moved up by `k` it is that of the quotient
        // that is rounded down.
        let negative = terms.bv_slt(remainder, terms.bv(width, 0));
        let remainder = terms.ite(negative, terms.bv_add(remainder, divisor), remainder);
        let (bits, low, high) = match op {
            Op::IntMod => (remainder, IBig::ZERO, last),
            _ => {
                // `a - remainder` may be just below what the width holds: divide first, then
                // correct.
                let quotient = terms.bv_sdiv(bits, divisor);
                let less = terms.bv_sub(quotient, terms.bv(width, 1));
                let quotient = terms.ite(negative, less, quotient);
                let range = |x: &IBig| x / k;
                (quotient, range(&a.low) - IBig::ONE, range(&a.high))
            }
        };
        Some(Vector {
            bits,
            view: View::Signed,
            low,
            high,
        })
    }

    /// A whole-numbered term as one vector.
    fn evaluate(&self, term: TermId) -> Option<Vector> {
        let sum = self.sums.get(&term)?;
        if sum.parts.len() == 1
            && sum.constant == RBig::ZERO
            && let Some((part, coefficient)) = sum.parts.first_key_value()
            && *coefficient == RBig::ONE
        {
            return self.vectors.get(part).cloned();
        }
        let mut parts = Vec::new();
        for (part, coefficient) in &sum.parts {
            parts.push((*part, super::view::integral(coefficient)?));
        }
        let constant = super::view::integral(&sum.constant)?;
        let side = Side { parts, constant };
        let (low, high) = self.bounds(&side)?;
        let width = signed_width(&low, &high)?;
        Some(Vector {
            bits: self.add_up(&side, width)?,
            view: View::Signed,
            low,
            high,
        })
    }

    /// `sum = 0`, `sum <= 0` or `sum < 0`.
    fn compare(&self, op: &Op, sum: &Whole) -> Option<TermId> {
        let (left, right) = sides(sum);
        let (bounds, others) = (self.bounds(&left)?, self.bounds(&right)?);
        let terms = self.terms;
        // Numbers that are not negative need no sign bit.
        let natural = bounds.0 >= IBig::ZERO && others.0 >= IBig::ZERO;
        let (low, high) = (bounds.0.min(others.0), bounds.1.max(others.1));
        let width = if natural {
            natural_width(&high)?
        } else {
            signed_width(&low, &high)?
        };
        let (a, b) = (self.add_up(&left, width)?, self.add_up(&right, width)?);
        Some(match (op, natural) {
            (Op::Eq, _) => terms.eq(a, b),
            (Op::Le, true) => terms.bv_ule(a, b),
            (Op::Le, false) => terms.bv_sle(a, b),
            (_, true) => terms.bv_ult(a, b),
            (_, false) => terms.bv_slt(a, b),
        })
    }

    fn bounds(&self, side: &Side) -> Option<(IBig, IBig)> {
        let (mut low, mut high) = (side.constant.clone(), side.constant.clone());
        for (part, coefficient) in &side.parts {
            let vector = self.vectors.get(part)?;
            let (a, b) = (&vector.low * coefficient, &vector.high * coefficient);
            low += (&a).min(&b);
            high += (&a).max(&b);
        }
        Some((low, high))
    }

    /// The sum modulo two to the width.
    pub(super) fn add_up(&self, side: &Side, width: u32) -> Option<TermId> {
        let terms = self.terms;
        let mut total = None;
        for (part, coefficient) in &side.parts {
            let bits = resize(terms, self.vectors.get(part)?, width);
            let product = terms.bv_mul(bits, constant(terms, width, coefficient));
            total = Some(match total {
                Some(total) => terms.bv_add(total, product),
                None => product,
            });
        }
        let last = constant(terms, width, &side.constant);
        Some(match total {
            Some(total) => terms.bv_add(total, last),
            None => last,
        })
    }
}

/// One side of a comparison.
pub(super) struct Side {
    parts: Vec<(TermId, IBig)>,
    constant: IBig,
}

/// `sum <= 0` as `left <= right` without negative coefficients. The constant is on the left only if
/// nothing else is, or its sign requires it.
pub(super) fn sides(sum: &Whole) -> (Side, Side) {
    let pick = |sign: IBig| -> Vec<(TermId, IBig)> {
        let parts = sum.parts.iter().map(|(t, c)| (*t, c * &sign));
        parts.filter(|(_, c)| *c > IBig::ZERO).collect()
    };
    let (left, right) = (pick(IBig::ONE), pick(IBig::NEG_ONE));
    let moves = left.is_empty() || (sum.constant > IBig::ZERO && !right.is_empty());
    let (left_constant, right_constant) = if moves {
        (sum.constant.clone(), IBig::ZERO)
    } else {
        (IBig::ZERO, -&sum.constant)
    };
    let side = |parts, constant| Side { parts, constant };
    (side(left, left_constant), side(right, right_constant))
}

/// A vector that may be any of its width.
fn full(terms: &TermStore, bits: TermId, view: View) -> Vector {
    let width = terms.width(bits);
    Vector {
        bits,
        view,
        low: view.minimum(width),
        high: view.maximum(width),
    }
}

/// A vector of another width: extended by its view, or its low bits.
fn resize(terms: &TermStore, vector: &Vector, width: u32) -> TermId {
    let own = terms.width(vector.bits);
    if own >= width {
        return terms.extract(width - 1, 0, vector.bits);
    }
    match vector.view {
        View::Signed => terms.sign_extend(width - own, vector.bits),
        View::Unsigned => terms.zero_extend(width - own, vector.bits),
    }
}

fn constant(terms: &TermStore, width: u32, number: &IBig) -> TermId {
    terms.bv(width, wrapped(width, number).unsigned())
}

/// The fewest bits of a signed vector that holds both numbers.
fn signed_width(low: &IBig, high: &IBig) -> Option<u32> {
    (1..=BvValue::MAX_WIDTH).find(|width| {
        let half = power(width - 1);
        -&half <= *low && *high < half
    })
}

/// The fewest bits of an unsigned vector that holds a number.
fn natural_width(number: &IBig) -> Option<u32> {
    (1..=BvValue::MAX_WIDTH).find(|width| *number < power(*width))
}
