//! Projection by naming what a symbol occurs in.
//!
//! If `x` occurs only as `f(x)` and `f` takes every value of a range, then some `x` satisfies the
//! literals exactly if some value of the range does in place of `f(x)`. The new name is then
//! eliminated, from a smaller context.

use super::project::{Projector, containing};
use invar_term::{EvalError, IBig, Op, Sort, SymbolId, TermId, TermStore, Value};
use std::collections::BTreeSet;

impl Projector<'_> {
    /// `x` occurs in one term only, which takes every value of a range as `x` does.
    pub(super) fn by_only_context(
        &mut self,
        x: SymbolId,
    ) -> Result<Option<Vec<TermId>>, EvalError> {
        let symbol = self.terms.symbol_term(x);
        let literals = self.with(x);
        let parents = parents(self.terms, &literals, symbol);
        let [parent] = parents.as_slice() else {
            return Ok(None);
        };
        if !is_onto(self.terms, *parent, symbol) {
            return Ok(None);
        }
        let name = self.stand_in(*parent)?;
        let mut replacement = self.substituted(&literals, *parent, name);
        let signed = |l: &TermId| {
            matches!(self.terms.op(*l), Op::BvSlt | Op::BvSle)
                && self.terms.args(*l).contains(parent)
        };
        let order = if literals.iter().any(signed) {
            Op::BvSle
        } else {
            Op::BvUle
        };
        replacement.extend(range(self.terms, *parent, name, order));
        Ok(Some(replacement))
    }

    /// `x` is an array that is only read: its elements at the indices in question are symbols of
    /// their own, equal where the model has equal indices.
    pub(super) fn by_elements(&mut self, x: SymbolId) -> Result<Option<Vec<TermId>>, EvalError> {
        let symbol = self.terms.symbol_term(x);
        if self.terms.sort(symbol).as_array().is_none() {
            return Ok(None);
        }
        let mut literals = self.with(x);
        let is_read = |t: &TermId| {
            let args = self.terms.args(*t);
            *self.terms.op(*t) == Op::Select && args[0] == symbol && args[1] != symbol
        };
        if !parents(self.terms, &literals, symbol).iter().all(is_read) {
            return Ok(None);
        }
        let mut elements: Vec<(TermId, Value, TermId)> = Vec::new();
        loop {
            let reads = parents(self.terms, &literals, symbol);
            let inside = containing(self.terms, &literals, symbol);
            // Indices may be elements of the same array: inner reads first.
            let ready = |r: &&TermId| !inside.contains(&self.terms.args(**r)[1]);
            let Some(read) = reads.iter().find(ready).copied() else {
                return Ok(Some(literals));
            };
            let index = self.terms.args(read)[1];
            let value = self.values.eval(index)?;
            let mut same = None;
            for (other, at, name) in &elements {
                let equal = self.terms.eq(index, *other);
                if *at == value {
                    same = Some(*name);
                    literals.push(equal);
                } else {
                    literals.push(self.terms.not(equal));
                }
            }
            let name = match same {
                Some(name) => name,
                None => {
                    let name = self.stand_in(read)?;
                    elements.push((index, value, name));
                    name
                }
            };
            literals = self.substituted(&literals, read, name);
        }
    }

    /// `x` occurs below a quotient or remainder by a constant: the quotient takes the value that
    /// the model gives it, which bounds the dividend.
    pub(super) fn by_quotient(&mut self, x: SymbolId) -> Result<Option<Vec<TermId>>, EvalError> {
        let symbol = self.terms.symbol_term(x);
        let literals = self.with(x);
        let inside = containing(self.terms, &literals, symbol);
        let divides = |t: &TermId| {
            inside.contains(t)
                && matches!(self.terms.op(*t), Op::IntDiv | Op::IntMod)
                && matches!(self.terms.op(self.terms.args(*t)[1]), Op::IntConst(k) if *k != IBig::ZERO)
        };
        let Some(division) = self.terms.postorder(&literals).into_iter().find(divides) else {
            return Ok(None);
        };
        let [dividend, divisor] = *self.terms.args(division) else {
            return Ok(None);
        };
        let terms = self.terms;
        // dividend = divisor * quotient + remainder with 0 <= remainder < |divisor|
        let quotient = terms.raw(Op::IntDiv, &[dividend, divisor]);
        let value = terms.constant(&self.values.eval(quotient)?);
        let remainder = terms.sub(dividend, terms.mul(divisor, value));
        let modulus = terms.raw(Op::IntMod, &[dividend, divisor]);
        let mut result = self.substituted(&literals, quotient, value);
        result = self.substituted(&result, modulus, remainder);
        let zero = terms.constant(&Value::Int(IBig::ZERO));
        let size = match terms.op(divisor) {
            Op::IntConst(k) if *k < IBig::ZERO => Value::Int(-k),
            Op::IntConst(k) => Value::Int(k.clone()),
            _ => return Ok(None),
        };
        result.push(terms.le(zero, remainder));
        result.push(terms.lt(remainder, terms.constant(&size)));
        Ok(Some(result))
    }
}

/// The terms that have `part` as an argument, in order.
fn parents(terms: &TermStore, roots: &[TermId], part: TermId) -> Vec<TermId> {
    let distinct: BTreeSet<TermId> = terms
        .postorder(roots)
        .into_iter()
        .filter(|t| terms.args(*t).contains(&part))
        .collect();
    distinct.into_iter().collect()
}

/// Whether the term, as a function of its argument `x`, takes every value of its [`range`].
fn is_onto(terms: &TermStore, term: TermId, x: TermId) -> bool {
    let args = terms.args(term);
    let others: Vec<TermId> = args.iter().copied().filter(|a| *a != x).collect();
    if others.len() + 1 != args.len() {
        return false;
    }
    if others
        .iter()
        .any(|o| containing(terms, &[*o], x).contains(&x))
    {
        return false;
    }
    let constant = others.first().and_then(|o| terms.as_constant(*o));
    match terms.op(term) {
        Op::BvAdd | Op::BvSub | Op::BvXor | Op::BvNeg | Op::BvNot => true,
        Op::Extract { .. } | Op::ZeroExtend(_) | Op::SignExtend(_) => true,
        Op::Add | Op::Neg | Op::IntToBv(_) | Op::BvToInt => true,
        Op::BvMul => matches!(constant, Some(Value::Bv(k)) if !k.unsigned().is_multiple_of(2)),
        // x mod k, not k mod x.
        Op::IntMod => args[0] == x && matches!(constant, Some(Value::Int(k)) if k != IBig::ZERO),
        _ => false,
    }
}

/// What every value of `term` satisfies and nothing else, said of `name`, in the given order if
/// both orders can say it.
fn range(terms: &TermStore, term: TermId, name: TermId, order: Op) -> Vec<TermId> {
    let args = terms.args(term);
    let integer = |value: IBig| terms.constant(&Value::Int(value));
    match terms.op(term) {
        Op::ZeroExtend(by) if *by > 0 => {
            let (width, narrow) = (terms.width(term), terms.width(args[0]));
            let greatest = terms.bv(width, u128::MAX >> (128 - narrow));
            vec![
                terms.app(order.clone(), &[terms.bv(width, 0), name]),
                terms.app(order, &[name, greatest]),
            ]
        }
        Op::SignExtend(_) => {
            let (width, narrow) = (terms.width(term), terms.width(args[0]));
            let greatest = (1u128 << (narrow - 1)) - 1;
            vec![
                terms.bv_sle(terms.bv(width, !greatest), name),
                terms.bv_sle(name, terms.bv(width, greatest)),
            ]
        }
        Op::BvToInt => {
            let size = IBig::ONE << (terms.width(args[0]) as usize);
            vec![
                terms.le(integer(IBig::ZERO), name),
                terms.lt(name, integer(size)),
            ]
        }
        Op::IntMod => {
            let size = match terms.op(args[1]) {
                Op::IntConst(k) if *k < IBig::ZERO => -k,
                Op::IntConst(k) => k.clone(),
                _ => return vec![terms.fls()],
            };
            debug_assert!(*terms.sort(name) == Sort::Int);
            vec![
                terms.le(integer(IBig::ZERO), name),
                terms.lt(name, integer(size)),
            ]
        }
        _ => Vec::new(),
    }
}
