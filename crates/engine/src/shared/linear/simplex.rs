//! Phase one of the simplex method: non-negative solutions of equations.
//!
//! Exact rationals and Bland's rule, so it ends; a limit on the pivots keeps it short.

use invar_term::RBig;

/// Pivots after which there is no answer.
const PIVOTS: usize = 3000;

/// Some `v >= 0` with `rows * v = right`, if there is one and it is found within the limit.
///
/// requires every entry of `right` is at least zero, and all rows are equally long.
pub(super) fn solve(rows: Vec<Vec<RBig>>, right: Vec<RBig>) -> Option<Vec<RBig>> {
    debug_assert!(right.iter().all(|r| *r >= RBig::ZERO));
    let columns = rows.first().map_or(0, Vec::len);
    let mut tableau = Tableau {
        basis: (columns..columns + rows.len()).collect(),
        rows,
        right,
        columns,
    };
    for _ in 0..PIVOTS {
        let Some(column) = tableau.entering() else {
            return tableau.solution();
        };
        let row = tableau.leaving(column)?;
        tableau.pivot(row, column);
    }
    None
}

/// `rows * v + artificial = right`; what is minimised is the sum of the artificial variables.
struct Tableau {
    rows: Vec<Vec<RBig>>,
    right: Vec<RBig>,
    /// The basic variable of each row; artificial ones are numbered after the columns and never
    /// come back once they have left.
    basis: Vec<usize>,
    columns: usize,
}

impl Tableau {
    /// The first column that makes the sum of the artificial variables smaller.
    fn entering(&self) -> Option<usize> {
        let artificial: Vec<&Vec<RBig>> = self
            .rows
            .iter()
            .zip(&self.basis)
            .filter(|(_, basic)| **basic >= self.columns)
            .map(|(row, _)| row)
            .collect();
        (0..self.columns).find(|column| {
            let mut gain = RBig::ZERO;
            for row in &artificial {
                gain += &row[*column];
            }
            gain > RBig::ZERO
        })
    }

    /// The row that limits the column first; of several, the one with the first basic variable.
    fn leaving(&self, column: usize) -> Option<usize> {
        let mut best: Option<(RBig, usize, usize)> = None;
        for (row, entries) in self.rows.iter().enumerate() {
            if entries[column] <= RBig::ZERO {
                continue;
            }
            let candidate = (&self.right[row] / &entries[column], self.basis[row], row);
            if best
                .as_ref()
                .is_none_or(|b| (&candidate.0, candidate.1) < (&b.0, b.1))
            {
                best = Some(candidate);
            }
        }
        best.map(|(_, _, row)| row)
    }

    fn pivot(&mut self, row: usize, column: usize) {
        let scale = RBig::ONE / &self.rows[row][column];
        for entry in &mut self.rows[row] {
            if *entry != RBig::ZERO {
                *entry *= &scale;
            }
        }
        self.right[row] *= &scale;
        let (pivot_row, pivot_right) = (self.rows[row].clone(), self.right[row].clone());
        for other in 0..self.rows.len() {
            let factor = self.rows[other][column].clone();
            if other == row || factor == RBig::ZERO {
                continue;
            }
            for (entry, above) in self.rows[other].iter_mut().zip(&pivot_row) {
                if *above != RBig::ZERO {
                    *entry -= &factor * above;
                }
            }
            self.right[other] -= &factor * &pivot_right;
        }
        self.basis[row] = column;
    }

    /// The values of the variables, if the artificial ones are zero.
    fn solution(&self) -> Option<Vec<RBig>> {
        let mut solution = vec![RBig::ZERO; self.columns];
        for (basic, value) in self.basis.iter().zip(&self.right) {
            if *basic < self.columns {
                solution[*basic] = value.clone();
            } else if *value != RBig::ZERO {
                return None;
            }
        }
        Some(solution)
    }
}
