//! From a blocked cube to a lemma that excludes more.
//!
//! Each file is one method to generalise, with the contract
//!
//! ```text
//! requires blocked(at, cube)      ensures blocked(at, result)
//! ```
//!
//! and the result contains the cube. What it means to be blocked is defined by the implementation
//! of [`Blocking`]: a search with frames (`level`), or one along a path.

mod cluster;
mod drop;
mod interpolate;
mod level;
mod widen;

use super::cube::Cube;
use super::options::Part;
use super::search::Stop;
use super::setting::Setting;
use super::system::StepId;
use invar_solver::Model;
use invar_term::{RBig, TermId};
use std::collections::BTreeSet;

pub(crate) use level::Level;
pub(crate) use widen::constants_of;

/// Whether a generalised cube is blocked too.
pub(crate) enum Tried {
    /// It is, and so is this part of it.
    Blocked(Cube),
    /// A step leads into it.
    Reached(StepId, Model),
    /// The solver does not know.
    Unknown,
}

/// Blocks cubes at points of a search.
pub(crate) trait Blocking<'r> {
    /// A point at which a cube is blocked or not.
    type At: Copy;

    /// What the parts refer to.
    fn setting(&self) -> Setting<'r>;

    /// Integer constants that bounds can be moved to, in order.
    fn constants(&self) -> &[RBig];

    /// Asks whether a cube is blocked; the answer names the part of it that matters.
    ///
    /// # Errors
    /// Why the search must stop.
    fn attempt(&mut self, at: Self::At, cube: &Cube) -> Result<Tried, Stop>;

    /// Some step to the point that can be taken.
    ///
    /// # Errors
    /// Why the search must stop.
    fn some_step(&mut self, at: Self::At) -> Result<Option<(StepId, Model)>, Stop>;

    /// What is known before a step to the point, if the cube is not reached there.
    fn known_before(&self, at: Self::At, step: StepId, cube: &Cube) -> Vec<TermId>;

    /// The cubes that lemmas of the same place exclude.
    fn excluded(&self, at: Self::At) -> Vec<Cube>;

    /// The point before a step, if lemmas can be learnt there.
    fn before(&self, at: Self::At, step: StepId) -> Option<Self::At>;

    /// Learns from a blocked counterexample to generalisation.
    ///
    /// # Errors
    /// Why the search must stop.
    fn learn_counterexample(&mut self, at: Self::At, cube: Cube) -> Result<(), Stop>;
}

/// Makes a cube that is blocked because of `core` as general as the parts in use do, and says
/// which of them found its final form.
///
/// # Errors
/// Why the search must stop.
pub(crate) fn generalise<'r, B: Blocking<'r>>(
    blocking: &mut B,
    at: B::At,
    cube: &Cube,
    core: &BTreeSet<TermId>,
) -> Result<(Cube, &'static str), Stop> {
    let Setting {
        context, options, ..
    } = blocking.setting();
    let counters = &context.counters;
    counters.add(
        "literals before generalisation",
        cube.literals().len() as u64,
    );
    let mut origin = "cube";
    let mut best = cube.clone();
    if options.has(Part::Core) {
        best = cube.filtered(|l| core.contains(&l));
        if best != *cube {
            origin = "core";
        }
    }
    for part in [Part::Drop, Part::Widen, Part::Interpolate, Part::Cluster] {
        if !options.has(part) {
            continue;
        }
        let before = best.clone();
        let result = match part {
            Part::Drop => drop::drop_literals(blocking, at, before)?,
            Part::Widen => widen::widen(blocking, at, before)?,
            Part::Interpolate => interpolate::interpolate(blocking, at, before)?,
            _ => cluster::cluster(blocking, at, before)?,
        };
        if result != best {
            origin = part.name();
            counters.add(success_counter(part), 1);
            best = result;
        }
    }
    counters.add(
        "literals after generalisation",
        best.literals().len() as u64,
    );
    Ok((best, origin))
}

fn success_counter(part: Part) -> &'static str {
    match part {
        Part::Drop => "generalised by dropping",
        Part::Widen => "generalised by widening",
        Part::Interpolate => "generalised by interpolation",
        Part::Cluster => "generalised by clusters",
        _ => "generalised otherwise",
    }
}
