//! The atoms of a formula, each in a form that it shares with its negation.

use crate::shared::interpolate::conditional;
use crate::shared::linear::{Constraint, LinearExpression, Relation};
use invar_term::{Op, RBig, Sort, Substitution, TermId, TermStore};
use rustc_hash::FxHashSet;

/// Formulas that one formula is taken apart into, at most: each conditional inside an atom makes
/// three of one. Atoms beyond that keep their conditionals.
const PIECES: usize = 64;

/// What an equation of numbers becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EquationForm {
    /// Two inequalities.
    Halves,
    /// An equation.
    Whole,
}

/// The atoms of which a formula is a Boolean combination, in order of occurrence, each once.
///
/// An atom and its negation are one, an equation of numbers is two inequalities, a conditional
/// inside an atom gives its condition and the atom with either value.
pub(crate) fn atoms(terms: &TermStore, formula: TermId) -> Vec<TermId> {
    atoms_as(terms, formula, EquationForm::Halves)
}

/// The atoms of a formula, with equations in the given form.
pub(crate) fn atoms_as(terms: &TermStore, formula: TermId, form: EquationForm) -> Vec<TermId> {
    let mut seen = FxHashSet::default();
    let mut open = vec![formula];
    let mut pieces = 0;
    let mut known = FxHashSet::default();
    let mut found = Vec::new();
    while let Some(formula) = open.pop() {
        for atom in leaves(terms, formula, &mut seen) {
            pieces += 1;
            let conditional = (pieces <= PIECES).then(|| conditional(terms, atom));
            match conditional.flatten() {
                Some(conditional) => open.extend(cases(terms, atom, conditional)),
                None => found.extend(
                    without_sign(terms, atom, form)
                        .into_iter()
                        .filter(|a| known.insert(*a)),
                ),
            }
        }
    }
    found
}

/// What the Boolean operators of a formula are applied to, unless it was seen before.
fn leaves(terms: &TermStore, formula: TermId, seen: &mut FxHashSet<TermId>) -> Vec<TermId> {
    let mut leaves = Vec::new();
    terms.postorder_where(&[formula], |term| {
        if !seen.insert(term) {
            return false;
        }
        let node = terms.node(term);
        let inner = match node.op {
            Op::True | Op::False => return false,
            Op::Not | Op::And | Op::Or | Op::Xor => true,
            Op::Ite => node.sort == Sort::Bool,
            Op::Eq => *terms.sort(node.args[0]) == Sort::Bool,
            _ => false,
        };
        if !inner {
            leaves.push(term);
        }
        inner
    });
    leaves
}

/// The condition, and the atom with either value of the conditional.
fn cases(terms: &TermStore, atom: TermId, conditional: TermId) -> Vec<TermId> {
    let [condition, yes, no] = *terms.args(conditional) else {
        return Vec::new();
    };
    let with = |value| Substitution::new(terms, [(conditional, value)]).apply(terms, atom);
    vec![condition, with(yes), with(no)]
}

/// The predicates that represent an atom: none for a constant, two for an equation of numbers that
/// is split into inequalities.
fn without_sign(terms: &TermStore, atom: TermId, form: EquationForm) -> Vec<TermId> {
    let mut predicates = Vec::new();
    match Constraint::of(terms, atom) {
        Some(constraint)
            if constraint.relation == Relation::Zero && form == EquationForm::Whole =>
        {
            predicates.push(constraint.to_term(terms));
        }
        Some(constraint) if constraint.relation == Relation::Zero => {
            let sort = constraint.expression.sort(terms).unwrap_or(Sort::Int);
            let bounds = [
                constraint.expression.clone(),
                constraint.expression.negated(),
            ];
            for bound in bounds {
                predicates.push(bounded(terms, bound, Relation::AtMostZero, &sort));
            }
        }
        Some(constraint) => {
            let sort = constraint.expression.sort(terms).unwrap_or(Sort::Int);
            let (sum, relation) = (constraint.expression, constraint.relation);
            predicates.push(bounded(terms, sum, relation, &sort));
        }
        None => predicates.push(strict_order(terms, atom)),
    }
    predicates.retain(|p| !matches!(terms.op(*p), Op::True | Op::False));
    predicates
}

/// `sum relation 0` or its negation, whichever has a positive first coefficient.
fn bounded(terms: &TermStore, sum: LinearExpression, relation: Relation, sort: &Sort) -> TermId {
    let negative = sum.terms.values().next().is_some_and(|c| *c < RBig::ZERO);
    let constraint = match (negative, relation) {
        (false, _) => Constraint::new(sum, relation, sort),
        // not (e <= 0) is -e < 0.
        (true, Relation::AtMostZero) => Constraint::new(sum.negated(), Relation::BelowZero, sort),
        (true, _) => Constraint::new(sum.negated(), Relation::AtMostZero, sort),
    };
    constraint.to_term(terms)
}

/// Orders of bit-vectors as strict ones; everything else without a negation.
fn strict_order(terms: &TermStore, atom: TermId) -> TermId {
    let strict = match (terms.op(atom), terms.args(atom)) {
        // not (a <= b) is b < a.
        (Op::BvUle, [a, b]) => terms.bv_ult(*b, *a),
        (Op::BvSle, [a, b]) => terms.bv_slt(*b, *a),
        _ => atom,
    };
    match terms.op(strict) {
        Op::Not => terms.args(strict)[0],
        _ => strict,
    }
}
