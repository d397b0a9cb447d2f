//! Small arrays as one variable per element.
//!
//! Solvers, and all analyses here, know more about scalars than about arrays: a table of four
//! function pointers that is filled in one by one is constant for the passes only if its elements
//! are. An array that is read and written at indices below a small bound gets a variable per
//! element. A read at a computed index chooses among them, a write changes the one with that index.
//!
//! Correctness. The bounds are those of the interval analysis at the edge of each access. With them, the
//! variable of element `k` has the value of `a[k]` wherever the source program is at the same location,
//! for each `k` below the bound: both are zero at the start, and every write keeps it. What is
//! found about element variables means the same about `a[k]` ([`BackMap::meant`]). The ranges on which
//! this rests are facts of the interval analysis, which runs before and after this pass and states
//! them at loop heads.
//!
//! Where an array takes any value it still does, and its elements are read from it: so traces keep
//! their choices.

mod plan;
mod rewrite;
#[cfg(test)]
mod tests;

use crate::intervals::Ranges;
use crate::rebuild::Rewritten;
use invar_cfa::Program;

/// Gives each small array a variable per element; `None` if there is none.
pub fn split_arrays(program: &Program) -> Option<Rewritten> {
    if !plan::has_arrays(program) {
        return None;
    }
    let ranges = Ranges::of(program)?;
    let plan = plan::plan(program, &ranges);
    (!plan.is_empty()).then(|| rewrite::rewrite(program, &ranges, &plan))
}
