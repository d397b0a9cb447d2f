//! The main loop: strengthen, push, repeat.
//!
//! Invariants between two rounds, with `N` the frontier:
//!
//! ```text
//! F(i+1, l) is a subset of F(i, l) as a set of lemmas
//! F(i, l) and T(l, m) implies F(i+1, m)'
//! F(N, l) and T(l, target) is unsatisfiable
//! ```

use super::counterexample::Path;
use super::cube::Cube;
use super::discharge::Discharge;
use super::minimise::needed;
use super::obligations::{Obligation, ObligationId, Obligations};
use super::options::AtUnsupported;
use super::search::Search;
use super::stop::Stop;
use super::system::{PlaceId, PlaceKind};
use invar_cfa::UnsupportedId;
use invar_encode::NodeKind;
use invar_term::TermId;
use std::collections::BTreeMap;

/// What a search finds.
#[derive(Debug)]
pub(crate) enum Found {
    /// Nothing is reached: lemmas by place.
    Invariant(BTreeMap<PlaceId, Vec<TermId>>),
    /// Steps with their inputs lead from the start to an error.
    Path(Path),
    /// No error is reached, but something that is not modelled is.
    Unsupported(UnsupportedId),
}

impl<'r> Search<'r> {
    /// Searches until there is an answer.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) fn run(&mut self, by: &mut impl Discharge<'r>) -> Result<Found, Stop> {
        loop {
            self.frontier += 1;
            self.context.counters.raise("frames", self.frontier.into());
            self.tell("strengthening", None);
            self.take_shared_lemmas(by)?;
            if let Some(path) = self.strengthen(by)? {
                return Ok(Found::Path(path));
            }
            if let Some(level) = self.push()? {
                if let Some(id) = self.unsupported {
                    return Ok(Found::Unsupported(id));
                }
                return Ok(Found::Invariant(needed(
                    self.system,
                    self.context,
                    self.invariant(level),
                )));
            }
        }
    }

    /// Makes the frontier exclude every target.
    ///
    /// ensures `None`: `F(N, l) and T(l, target)` is unsatisfiable for every target that counts.
    fn strengthen(&mut self, by: &mut impl Discharge<'r>) -> Result<Option<Path>, Stop> {
        self.queue.clear();
        by.begin(self)?;
        let targets: Vec<PlaceId> = self.system.targets().collect();
        for place in targets {
            if self.given_up.contains(&place) {
                continue;
            }
            let root = Obligation {
                place,
                cube: Cube::default(),
                depth: 0,
                cause: None,
            };
            self.queue.add(self.frontier + 1, root);
        }
        while let Some((level, id)) = self.queue.pop() {
            let activity = format!("blocking at level {level} of {}", self.frontier);
            self.context.proceed(&self.system.terms, &activity)?;
            self.tell(&activity, Some(self.queue.get(id).place));
            if let Some(path) = by.discharge(self, level, id)? {
                let target = self.target_of(path.into);
                match self.system.place(target).kind {
                    PlaceKind::Target(NodeKind::Unsupported(id)) => {
                        self.unsupported.get_or_insert(id);
                        if self.options.at_unsupported() == AtUnsupported::Stop {
                            return Err(Stop::Unsupported(id));
                        }
                        self.give_up(target);
                    }
                    _ => return Ok(Some(path)),
                }
            }
        }
        Ok(None)
    }

    /// Stops looking for paths to a target that is known to be reached.
    fn give_up(&mut self, target: PlaceId) {
        self.given_up.insert(target);
        let doomed = |queue: &Obligations, id| Self::target_in(queue, id) == target;
        self.queue.forget(doomed);
    }

    fn target_of(&self, id: ObligationId) -> PlaceId {
        Self::target_in(&self.queue, id)
    }

    fn target_in(queue: &Obligations, mut id: ObligationId) -> PlaceId {
        while let Some((_, next)) = queue.get(id).cause {
            id = next;
        }
        queue.get(id).place
    }
}
