//! Cubes: conjunctions of literals over the state of one place.

use crate::shared::linear::Constraint;
use invar_term::{Op, TermId, TermStore};

/// A conjunction of literals, ordered, each once. The empty cube is `true`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Cube {
    literals: Vec<TermId>,
}

impl Cube {
    /// The conjunction of some literals; `None` if one is `false`.
    pub(crate) fn new(
        terms: &TermStore,
        literals: impl IntoIterator<Item = TermId>,
    ) -> Option<Cube> {
        let mut kept = Vec::new();
        for literal in literals {
            let literal = normal(terms, literal);
            if terms.is_false(literal) {
                return None;
            }
            if !terms.is_true(literal) {
                kept.push(literal);
            }
        }
        kept.sort_unstable();
        kept.dedup();
        Some(Cube { literals: kept })
    }

    /// Its literals.
    pub(crate) fn literals(&self) -> &[TermId] {
        &self.literals
    }

    /// The lemma that excludes it.
    pub(crate) fn clause(&self, terms: &TermStore) -> TermId {
        let negated: Vec<TermId> = self.literals.iter().map(|l| terms.not(*l)).collect();
        terms.or(&negated)
    }

    /// The cube that a clause excludes, `None` if it excludes nothing; a formula that is not a
    /// clause counts as one literal.
    pub(crate) fn excluded_by(terms: &TermStore, clause: TermId) -> Option<Cube> {
        match terms.op(clause) {
            Op::Or => Cube::new(terms, terms.args(clause).iter().map(|l| terms.not(*l))),
            _ => Cube::new(terms, [terms.not(clause)]),
        }
    }

    /// Whether every state of `other` is visibly in this cube: its literals are among the other's.
    pub(crate) fn subsumes(&self, other: &Cube) -> bool {
        let mut rest = other.literals.iter();
        self.literals.iter().all(|l| rest.any(|o| o == l))
    }

    /// The cube with only the literals that `keep` chooses.
    pub(crate) fn filtered(&self, keep: impl Fn(TermId) -> bool) -> Cube {
        Cube {
            literals: self.literals.iter().copied().filter(|l| keep(*l)).collect(),
        }
    }

    /// The cube with another literal, or none, in place of one.
    pub(crate) fn replaced(
        &self,
        terms: &TermStore,
        literal: TermId,
        by: Option<TermId>,
    ) -> Option<Cube> {
        let others = self.literals.iter().copied().filter(|l| *l != literal);
        Cube::new(terms, others.chain(by))
    }
}

/// A literal without negation where a comparison says the same; linear ones in normal form.
fn normal(terms: &TermStore, literal: TermId) -> TermId {
    if let Some(constraint) = Constraint::of(terms, literal) {
        return constraint.to_term(terms);
    }
    if *terms.op(literal) != Op::Not {
        return literal;
    }
    let atom = terms.args(literal)[0];
    let [a, b] = *terms.args(atom) else {
        return literal;
    };
    match terms.op(atom) {
        Op::BvUlt => terms.bv_ule(b, a),
        Op::BvUle => terms.bv_ult(b, a),
        Op::BvSlt => terms.bv_sle(b, a),
        Op::BvSle => terms.bv_slt(b, a),
        Op::Lt => terms.le(b, a),
        Op::Le => terms.lt(b, a),
        _ => literal,
    }
}
