//! Bounds of bit-vectors: each variable against constants, orders between pairs, bounds that
//! many executions attain.

use super::head::Head;
use super::vocabulary::Vocabulary;
use invar_cfa::{Program, VarId};
use invar_term::{RBig, Sort, TermId};

/// Variables that are compared with one another.
const MAX_PAIRED: usize = 20;

/// Candidates about single variables.
pub(super) fn singles(head: &Head<'_>, vocabulary: &Vocabulary) -> Vec<TermId> {
    let (program, terms) = (head.program, head.terms());
    let mut candidates = Vec::new();
    for variable in bit_vectors(head) {
        let x = program.symbol(variable);
        let bound = |k: TermId| {
            [
                at_most(program, variable, x, k),
                at_most(program, variable, k, x),
                terms.ne(x, k),
            ]
        };
        let constants = vocabulary.constants(program.sort(variable)).iter();
        candidates.extend(constants.flat_map(|k| bound(terms.constant(k))));
        candidates.extend(attained(head, variable));
    }
    candidates
}

/// Bounds of a variable that many executions attain.
fn attained(head: &Head<'_>, variable: VarId) -> Vec<TermId> {
    let (program, terms) = (head.program, head.terms());
    let x = program.symbol(variable);
    let Some(range) = head.range(&[(variable, RBig::ONE)]) else {
        return Vec::new();
    };
    let constant = |number: &RBig| {
        let value = i128::try_from(number.floor()).ok()?;
        Some(terms.bv_signed(terms.width(x), value))
    };
    let least = constant(&range.least).filter(|_| range.attains_least());
    let most = constant(&range.most).filter(|_| range.attains_most());
    let below = least.map(|k| at_most(program, variable, k, x));
    let above = most.map(|k| at_most(program, variable, x, k));
    below.into_iter().chain(above).collect()
}

/// Orders between pairs of variables.
pub(super) fn pairs(head: &Head<'_>) -> Vec<TermId> {
    let program = head.program;
    let paired: Vec<VarId> = bit_vectors(head).take(MAX_PAIRED).collect();
    let mut candidates = Vec::new();
    for (index, a) in paired.iter().enumerate() {
        for b in &paired[index + 1..] {
            if program.sort(*a) != program.sort(*b) {
                continue;
            }
            let (x, y) = (program.symbol(*a), program.symbol(*b));
            candidates.extend([at_most(program, *a, x, y), at_most(program, *a, y, x)]);
            if program.variable(*a).integer.signed != program.variable(*b).integer.signed {
                candidates.extend([at_most(program, *b, x, y), at_most(program, *b, y, x)]);
            }
        }
    }
    candidates
}

fn bit_vectors<'h>(head: &'h Head<'_>) -> impl Iterator<Item = VarId> + use<'h> {
    let variables = head.variables.iter().copied();
    let program = head.program;
    variables.filter(|v| matches!(program.sort(*v), Sort::BitVec(_)))
}

/// `x <= y`, read as the bits of `variable` are.
fn at_most(program: &Program, variable: VarId, x: TermId, y: TermId) -> TermId {
    if program.variable(variable).integer.signed {
        program.terms.bv_sle(x, y)
    } else {
        program.terms.bv_ule(x, y)
    }
}
