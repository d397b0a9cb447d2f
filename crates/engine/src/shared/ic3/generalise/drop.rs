//! Dropping literals, with counterexamples to generalisation.
//!
//! Somenzi & Bradley's MIC with the `ctgDown` of Hassan, Bradley and Somenzi (2013): when a
//! smaller cube is reached from a state of the frame below, that state is blocked first, if it can
//! be, up to a number of times.

use super::blocking::{Blocking, Tried};
use crate::shared::ic3::cube::Cube;
use crate::shared::ic3::options::Part;
use crate::shared::ic3::stop::Stop;
use invar_term::TermId;

/// Counterexamples that are blocked per attempt to drop a literal.
const COUNTEREXAMPLES: u32 = 3;

/// How far counterexamples to generalisation are followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Depth {
    /// They may be blocked.
    Top,
    /// They are not: this is the generalisation of one.
    Nested,
}

/// Drops one literal after the other as long as the cube stays blocked.
pub(super) fn drop_literals<'r, B: Blocking<'r>>(
    blocking: &mut B,
    at: B::At,
    cube: Cube,
) -> Result<Cube, Stop> {
    let depth = if blocking.setting().options.has(Part::Ctg) {
        Depth::Top
    } else {
        Depth::Nested
    };
    minimal(blocking, at, cube, depth)
}

fn minimal<'r, B: Blocking<'r>>(
    blocking: &mut B,
    at: B::At,
    mut cube: Cube,
    depth: Depth,
) -> Result<Cube, Stop> {
    let order: Vec<TermId> = cube.literals().to_vec();
    for literal in order.into_iter().rev() {
        if !cube.literals().contains(&literal) {
            continue;
        }
        let candidate = cube.filtered(|l| l != literal);
        if let Some(smaller) = down(blocking, at, &candidate, depth)? {
            cube = smaller;
        }
    }
    Ok(cube)
}

/// The part of a candidate that is blocked, if it is.
fn down<'r, B: Blocking<'r>>(
    blocking: &mut B,
    at: B::At,
    candidate: &Cube,
    depth: Depth,
) -> Result<Option<Cube>, Stop> {
    let setting = blocking.setting();
    let mut counterexamples = 0;
    loop {
        let (step, model) = match blocking.attempt(at, candidate)? {
            Tried::Blocked(core) => return Ok(Some(core)),
            Tried::Unknown => return Ok(None),
            Tried::Reached(step, model) => (step, model),
        };
        if depth == Depth::Nested || counterexamples == COUNTEREXAMPLES {
            return Ok(None);
        }
        let Some(before) = blocking.before(at, step) else {
            return Ok(None);
        };
        counterexamples += 1;
        let state = setting.predecessor(step, candidate, &model)?;
        let Tried::Blocked(core) = blocking.attempt(before, &state)? else {
            return Ok(None);
        };
        setting
            .context
            .counters
            .add("counterexamples to generalisation blocked", 1);
        let core = minimal(blocking, before, core, Depth::Nested)?;
        blocking.learn_counterexample(before, core)?;
    }
}
