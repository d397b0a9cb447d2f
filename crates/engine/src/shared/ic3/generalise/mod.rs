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

mod blocking;
mod cluster;
mod drop;
mod interpolate;
mod level;
mod widen;

use super::cube::Cube;
use super::options::Part;
use super::setting::Setting;
use super::stop::Stop;
use invar_term::TermId;
use std::collections::BTreeSet;

pub(crate) use blocking::{Blocking, Tried};
pub(crate) use level::Level;
pub(crate) use widen::constants_of;

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
