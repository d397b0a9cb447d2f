//! What a search does with an open obligation, and how IC3 with exact pre-images does it.

use super::counterexample::{Path, PathForm};
use super::facts::PlacedFacts;
use super::obligations::{Obligation, ObligationId};
use super::search::{ConsecutionResult, Search};
use super::solvers::Purpose;
use super::stop::Stop;
use super::system::{PlaceKind, START};

/// What a search does with an open obligation.
pub(crate) trait Discharge<'r> {
    /// The obligations of the last round are forgotten, those of the next begin.
    fn begin(&mut self, _search: &mut Search<'r>) -> Result<(), Stop> {
        Ok(())
    }

    /// Other engines found lemmas that hold in every execution.
    fn know(&mut self, _shared_lemmas: &PlacedFacts) {}

    /// Looks at one obligation: blocks it, or opens it again together with a predecessor, or finds
    /// a path from the start.
    ///
    /// # Errors
    /// Why the search must stop.
    fn discharge(
        &mut self,
        search: &mut Search<'r>,
        level: u32,
        id: ObligationId,
    ) -> Result<Option<Path>, Stop>;
}

/// Obligations are cubes of states, predecessors come from pre-images.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exact;

impl<'r> Discharge<'r> for Exact {
    fn discharge(
        &mut self,
        search: &mut Search<'r>,
        level: u32,
        id: ObligationId,
    ) -> Result<Option<Path>, Stop> {
        let obligation = search.queue.get(id).clone();
        let (place, cube) = (obligation.place, &obligation.cube);
        search.context.counters.add("obligations", 1);
        if search.frames.excludes(place, cube, level) {
            search.again(level, id);
            return Ok(None);
        }
        match search.check_consecution(level, place, cube, Purpose::Block)? {
            ConsecutionResult::Reached(first, model) if search.system.step(first).from == START => {
                let form = PathForm::Causes(first, model);
                return Ok(Some(Path { into: id, form }));
            }
            ConsecutionResult::Reached(step, model) => {
                let predecessor = Obligation {
                    place: search.system.step(step).from,
                    cube: search.setting().predecessor(step, cube, &model)?,
                    depth: obligation.depth + 1,
                    cause: Some((step, id)),
                };
                search.queue.open_at(id, level);
                search.queue.add(level - 1, predecessor);
            }
            ConsecutionResult::Blocked(core) => {
                if search.system.place(place).kind == PlaceKind::Inner {
                    let level = search.generalise_and_learn(level, place, cube, &core)?;
                    search.again(level, id);
                }
            }
        }
        Ok(None)
    }
}
