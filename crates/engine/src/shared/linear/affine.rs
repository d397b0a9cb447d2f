//! Equations that hold on a set of points.

use super::integral::coprime_scale;
use invar_term::RBig;

/// A basis of all equations `sum of a_i * x_i = b` that hold on all points, as `(a, b)` with
/// coprime integers and a positive first coefficient. None without points: then all equations
/// hold, absurd ones too.
///
/// Each equation determines one coordinate by earlier ones, as few as the points allow. All
/// points have equally many coordinates.
pub(crate) fn affine_hull(points: &[Vec<RBig>]) -> Vec<(Vec<RBig>, RBig)> {
    let Some(first) = points.first() else {
        return Vec::new();
    };
    let dimension = first.len();
    // Column 0 is the constant: it is a pivot, so constant coordinates are recognised before any
    // others.
    let mut rows: Vec<Vec<RBig>> = Vec::new();
    let mut pivots: Vec<usize> = Vec::new();
    for point in points {
        insert(&mut rows, &mut pivots, homogeneous(point));
        if rows.len() > dimension {
            return Vec::new();
        }
    }
    (1..=dimension)
        .filter(|column| !pivots.contains(column))
        .map(|column| equation(&rows, &pivots, column, dimension))
        .collect()
}

/// The positions of the points outside the affine hull of those before them: affinely independent
/// points with the same hull as all.
pub(crate) fn affine_basis(points: &[&[RBig]]) -> Vec<usize> {
    let mut rows: Vec<Vec<RBig>> = Vec::new();
    let mut pivots: Vec<usize> = Vec::new();
    let mut basis = Vec::new();
    for (position, point) in points.iter().enumerate() {
        insert(&mut rows, &mut pivots, homogeneous(point));
        if rows.len() > basis.len() {
            basis.push(position);
        }
        if basis.len() > point.len() {
            break;
        }
    }
    basis
}

/// A point with the coordinate of the constant.
fn homogeneous(point: &[RBig]) -> Vec<RBig> {
    let mut row = vec![RBig::ONE];
    row.extend(point.iter().cloned());
    row
}

/// Adds a row to a reduced echelon form.
fn insert(rows: &mut Vec<Vec<RBig>>, pivots: &mut Vec<usize>, mut row: Vec<RBig>) {
    for (known, pivot) in rows.iter().zip(pivots.iter()) {
        subtract(&mut row, known, *pivot);
    }
    let Some(pivot) = row.iter().position(|entry| *entry != RBig::ZERO) else {
        return;
    };
    let scale = RBig::ONE / &row[pivot];
    for entry in &mut row {
        *entry *= &scale;
    }
    for known in rows.iter_mut() {
        subtract(known, &row, pivot);
    }
    rows.push(row);
    pivots.push(pivot);
}

/// Makes the entry at the pivot of `other`, which is 1 there, zero.
fn subtract(row: &mut [RBig], other: &[RBig], pivot: usize) {
    let factor = row[pivot].clone();
    if factor == RBig::ZERO {
        return;
    }
    for (entry, subtracted) in row.iter_mut().zip(other) {
        if *subtracted != RBig::ZERO {
            *entry -= &factor * subtracted;
        }
    }
}

/// The vector of the null space that belongs to a free column: every row times it is zero.
fn equation(
    rows: &[Vec<RBig>],
    pivots: &[usize],
    column: usize,
    dimension: usize,
) -> (Vec<RBig>, RBig) {
    let mut vector = vec![RBig::ZERO; dimension + 1];
    vector[column] = RBig::ONE;
    for (row, pivot) in rows.iter().zip(pivots) {
        vector[*pivot] = -row[column].clone();
    }
    let leading = vector[1..].iter().find(|entry| **entry != RBig::ZERO);
    let mut scale = coprime_scale(vector.iter());
    if leading.is_some_and(|entry| *entry < RBig::ZERO) {
        scale = -scale;
    }
    let coefficients = vector[1..].iter().map(|v| v * &scale).collect();
    (coefficients, -(&vector[0] * &scale))
}
