//! What a formula is for the tableau: a literal or a case distinction.

use super::Piece;
use invar_term::{Op, Sort, TermId, TermStore};

/// The shape of a formula.
pub(super) enum Shape {
    /// It has no Boolean structure.
    Literal,
    /// One of these holds where it holds.
    Cases(Vec<TermId>),
    /// This conditional occurs inside the atom.
    Conditional(TermId),
}

/// The conjuncts of formulas, each once and in order.
pub(crate) fn conjuncts(terms: &TermStore, formulas: &[TermId]) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut seen = rustc_hash::FxHashSet::default();
    let mut stack: Vec<TermId> = formulas.iter().rev().copied().collect();
    while let Some(formula) = stack.pop() {
        if !seen.insert(formula) || terms.is_true(formula) {
            continue;
        }
        let args = terms.args(formula);
        match terms.op(formula) {
            Op::And => stack.extend(args.iter().rev()),
            Op::Not if *terms.op(args[0]) == Op::Or => {
                stack.extend(terms.args(args[0]).iter().rev().map(|a| terms.not(*a)));
            }
            _ => found.push(formula),
        }
    }
    found
}

/// The shape of a conjunct.
pub(super) fn shape(terms: &TermStore, formula: TermId) -> Shape {
    let negated = *terms.op(formula) == Op::Not;
    let inner = if negated {
        terms.args(formula)[0]
    } else {
        formula
    };
    let args = terms.args(inner);
    let with = |sign: bool, term: TermId| if sign { term } else { terms.not(term) };
    let both = |a: TermId, b: TermId| terms.and(&[a, b]);
    match terms.op(inner) {
        Op::Or if !negated => Shape::Cases(args.to_vec()),
        Op::And if negated => Shape::Cases(args.iter().map(|a| terms.not(*a)).collect()),
        Op::Ite => Shape::Cases(vec![
            both(args[0], with(!negated, args[1])),
            both(terms.not(args[0]), with(!negated, args[2])),
        ]),
        Op::Xor | Op::Eq if *terms.sort(args[0]) == Sort::Bool => {
            let alike = (*terms.op(inner) == Op::Eq) != negated;
            Shape::Cases(vec![
                both(args[0], with(alike, args[1])),
                both(terms.not(args[0]), with(!alike, args[1])),
            ])
        }
        _ => {
            if let Some(conditional) = conditional(terms, inner) {
                return Shape::Conditional(conditional);
            }
            let numbers = args
                .first()
                .is_some_and(|a| matches!(terms.sort(*a), Sort::Int | Sort::Real));
            if negated && numbers && *terms.op(inner) == Op::Eq {
                return Shape::Cases(vec![terms.lt(args[0], args[1]), terms.lt(args[1], args[0])]);
            }
            Shape::Literal
        }
    }
}

/// A conditional in a term; one without conditionals inside comes first.
pub(crate) fn conditional(terms: &TermStore, term: TermId) -> Option<TermId> {
    terms
        .postorder(&[term])
        .into_iter()
        .find(|t| *terms.op(*t) == Op::Ite)
}

/// How many cases a conjunct makes, at least; one for a literal.
pub(super) fn splits(terms: &TermStore, formula: TermId) -> usize {
    match shape(terms, formula) {
        Shape::Literal => 1,
        Shape::Cases(cases) => cases.len(),
        Shape::Conditional(_) => 2,
    }
}

/// Whether linear arithmetic and truth values are all that the pieces are about. Reads of arrays
/// count as numbers.
pub(super) fn is_arithmetic(terms: &TermStore, pieces: &[Piece]) -> bool {
    let formulas: Vec<TermId> = pieces.iter().map(|p| p.formula).collect();
    terms
        .postorder(&formulas)
        .into_iter()
        .all(|t| match terms.sort(t) {
            Sort::Bool | Sort::Int | Sort::Real => {
                !matches!(terms.op(t), Op::Eq) || !opaque(terms.sort(terms.args(t)[0]))
            }
            // Arrays occur only as symbols that are read.
            Sort::Array(..) => matches!(terms.op(t), Op::Symbol(_)),
            _ => false,
        })
}

fn opaque(sort: &Sort) -> bool {
    !matches!(sort, Sort::Bool | Sort::Int | Sort::Real)
}
