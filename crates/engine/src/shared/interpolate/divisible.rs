//! Equations that have rational but no integer solutions.
//!
//! Equations `e_i = 0` have no integer solution exactly if some rational multipliers `r_i` make
//! every coefficient of `sum of r_i * e_i` an integer, but not its constant. Then at cut `k` the
//! sum of the parts before it is a whole number: it is zero. Multiples of atoms by whole numbers do
//! not matter for that, so only atoms with a fraction as coefficient are left, and these occur on
//! both sides: otherwise their coefficient would be that of the whole sum. Adding equations of the
//! next part adds zero, so each `I_k` leads to the next.

use super::leaf::Placed;
use crate::shared::linear::{LinearExpression, Relation};
use dashu_int::ops::Gcd;
use invar_term::{IBig, Op, RBig, Sort, TermId, TermStore, Value};
use std::collections::BTreeSet;

/// Equations and atoms that are considered.
const LARGEST: usize = 60;

/// Interpolants at all cuts from the equations among integer constraints.
pub(super) fn divisible(terms: &TermStore, placed: &[Placed], parts: usize) -> Option<Vec<TermId>> {
    let equations: Vec<&Placed> = placed
        .iter()
        .filter(|p| p.constraint.relation == Relation::Zero)
        .collect();
    let multipliers = multipliers(&equations)?;
    let at = |cut: usize| {
        let mut sum = LinearExpression::default();
        for (equation, multiplier) in equations.iter().zip(&multipliers) {
            if equation.part < cut {
                sum = sum.plus(&equation.constraint.expression.scaled(multiplier));
            }
        }
        is_whole(terms, &sum)
    };
    Some((0..=parts).map(at).collect())
}

/// `sum` is a whole number, as a formula.
fn is_whole(terms: &TermStore, sum: &LinearExpression) -> TermId {
    let numbers = sum.terms.values().chain([&sum.constant]);
    let mut modulus = IBig::ONE;
    for number in numbers {
        let denominator = IBig::from(number.denominator().clone());
        let common = IBig::from((&modulus).gcd(&denominator));
        modulus = &modulus / common * denominator;
    }
    let scale = RBig::from(modulus.clone());
    // The representative of a number modulo one, in parts of the modulus.
    let reduced = |number: &RBig| (number - RBig::from(number.floor())) * &scale;
    let mut whole = LinearExpression::constant(reduced(&sum.constant));
    for (atom, coefficient) in &sum.terms {
        let coefficient = reduced(coefficient);
        if coefficient != RBig::ZERO {
            whole.add_atom(*atom, &coefficient);
        }
    }
    let integer = |value: IBig| terms.constant(&Value::Int(value));
    let sum = whole.to_term(terms, &Sort::Int);
    if modulus == IBig::ONE {
        return terms.tru();
    }
    let remainder = terms.app(Op::IntMod, &[sum, integer(modulus)]);
    terms.eq(remainder, integer(IBig::ZERO))
}

/// Multipliers, one per equation, that make all coefficients whole but not the constant.
///
/// Operations on columns (integer substitutions) bring the matrix into lower triangular form `H`;
/// then `H * y = b` is solved from above. The first `y_i` that is not whole shows it: the row `r`
/// with `r * H = e_i` makes `r * b = y_i`.
fn multipliers(equations: &[&Placed]) -> Option<Vec<RBig>> {
    let atoms: BTreeSet<TermId> = equations
        .iter()
        .flat_map(|p| p.constraint.expression.terms.keys().copied())
        .collect();
    if equations.len() > LARGEST || atoms.len() > LARGEST {
        return None;
    }
    let mut rows: Vec<Vec<IBig>> = equations
        .iter()
        .map(|p| {
            let expression = &p.constraint.expression;
            let whole = |a: &TermId| expression.coefficient(*a).floor();
            atoms.iter().map(whole).collect()
        })
        .collect();
    // The rows with a pivot, in order: row number; its pivot is the column of the same rank.
    let mut pivots: Vec<usize> = Vec::new();
    let mut solution: Vec<RBig> = Vec::new();
    for row in 0..rows.len() {
        let rank = pivots.len();
        triangulate(&mut rows, row, rank);
        if rows[row].get(rank).is_none_or(|entry| *entry == IBig::ZERO) {
            // It follows from the rows above, or contradicts them over the rationals.
            continue;
        }
        let mut value = -equations[row].constraint.expression.constant.clone();
        for (column, known) in solution.iter().enumerate() {
            value -= RBig::from(rows[row][column].clone()) * known;
        }
        value /= RBig::from(rows[row][rank].clone());
        let whole = value.is_int();
        pivots.push(row);
        solution.push(value);
        if !whole {
            return Some(unit_row(&rows, &pivots, equations.len()));
        }
    }
    None
}

/// Column operations that leave one entry of a row from column `rank` on.
fn triangulate(rows: &mut [Vec<IBig>], row: usize, rank: usize) {
    let columns = rows[row].len();
    loop {
        let nonzero = |c: &usize| rows[row][*c] != IBig::ZERO;
        let magnitude = |c: usize| {
            let entry = &rows[row][c];
            if *entry < IBig::ZERO {
                -entry
            } else {
                entry.clone()
            }
        };
        let Some(least) = (rank..columns)
            .filter(nonzero)
            .min_by_key(|c| magnitude(*c))
        else {
            return;
        };
        let others: Vec<usize> = (rank..columns)
            .filter(|c| *c != least && nonzero(c))
            .collect();
        if others.is_empty() {
            for entries in rows.iter_mut() {
                entries.swap(rank, least);
            }
            return;
        }
        for other in others {
            let factor = &rows[row][other] / &rows[row][least];
            for entries in rows.iter_mut() {
                let change = &factor * &entries[least];
                entries[other] -= change;
            }
        }
    }
}

/// The multipliers `r` with `r * H = e_last` for the lower triangular rows with pivots.
fn unit_row(rows: &[Vec<IBig>], pivots: &[usize], count: usize) -> Vec<RBig> {
    let mut multipliers = vec![RBig::ZERO; count];
    for rank in (0..pivots.len()).rev() {
        let mut value = if rank + 1 == pivots.len() {
            RBig::ONE
        } else {
            RBig::ZERO
        };
        for below in &pivots[rank + 1..] {
            value -= &multipliers[*below] * RBig::from(rows[*below][rank].clone());
        }
        multipliers[pivots[rank]] = value / RBig::from(rows[pivots[rank]][rank].clone());
    }
    multipliers
}
