//! Equations modulo two to a width, in the translation back: they survive overflow where bounds do
//! not.

use super::back::{Back, sides};
use super::linear::Whole;
use invar_term::{Op, Sort, TermId};
use std::collections::BTreeSet;

impl Back<'_> {
    /// The sums that are zero because of the given facts.
    pub(super) fn equations(&mut self, facts: &[TermId]) -> Vec<Whole> {
        let terms = self.terms;
        let mut not_above = BTreeSet::new();
        let mut equations = Vec::new();
        for fact in facts {
            self.visit(*fact);
            let [a, b] = *terms.args(*fact) else { continue };
            if !matches!(terms.sort(a), Sort::Int | Sort::Real) {
                continue;
            }
            let Some(mut sum) = self.difference(a, b) else {
                continue;
            };
            match terms.op(*fact) {
                Op::Eq => equations.push(sum),
                Op::Lt | Op::Le => {
                    if *terms.op(*fact) == Op::Lt && *terms.sort(a) == Sort::Int {
                        sum.constant += 1;
                    } else if *terms.op(*fact) == Op::Lt {
                        continue;
                    }
                    if not_above.contains(&sum.negated()) {
                        equations.push(sum.clone());
                    }
                    not_above.insert(sum);
                }
                _ => {}
            }
        }
        equations
    }

    /// An equation modulo two to the width of the widest variable in it.
    pub(super) fn modulo(&self, equation: &Whole) -> Option<TermId> {
        let mut width = 0;
        for (part, _) in &equation.parts {
            width = width.max(self.terms.width(self.vectors.get(part)?.bits));
        }
        if width == 0 {
            return None;
        }
        let (left, right) = sides(equation);
        let (a, b) = (self.add_up(&left, width)?, self.add_up(&right, width)?);
        Some(self.terms.eq(a, b))
    }

    /// The fact with one of its bounds between variables replaced by the equation at its border,
    /// modulo two to the width: a heuristic, since bounds are often halves of equations.
    pub(super) fn borders(&mut self, fact: TermId) -> Vec<TermId> {
        let disjuncts = match self.terms.op(fact) {
            Op::Or => self.terms.args(fact).to_vec(),
            _ => vec![fact],
        };
        disjuncts.iter().for_each(|literal| self.visit(*literal));
        let mut found = Vec::new();
        for (index, literal) in disjuncts.iter().enumerate() {
            let Some(equation) = self.border(*literal) else {
                continue;
            };
            let others = disjuncts.iter().enumerate().filter(|(i, _)| *i != index);
            let others: Option<Vec<TermId>> = others.map(|(_, l)| self.image(*l)).collect();
            if let Some(mut literals) = others {
                literals.push(equation);
                found.push(self.terms.or(&literals));
            }
        }
        found
    }

    /// `a + c = b` for `a + c <= b` over at least two variables.
    fn border(&self, literal: TermId) -> Option<TermId> {
        let [a, b] = *self.terms.args(literal) else {
            return None;
        };
        let strict = match self.terms.op(literal) {
            Op::Le => 0,
            Op::Lt if *self.terms.sort(a) == Sort::Int => 1,
            _ => return None,
        };
        let mut sum = self.difference(a, b)?;
        sum.constant += strict;
        (sum.parts.len() > 1).then(|| self.modulo(&sum))?
    }
}
