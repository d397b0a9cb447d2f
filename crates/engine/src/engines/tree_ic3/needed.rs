//! The clauses that the refutation of a path needs.
//!
//! Clauses that the refutation does not need would hinder covering. From the end of the path to its
//! start, each clause adds those before its step that are in the unsat core of its own consecution
//! query.

use super::track::Track;
use crate::shared::ic3::{Setting, Solvers};
use invar_term::TermId;
use std::collections::BTreeSet;

/// The clauses after each step, up to the position at which the path ends; `None` where a query
/// is not answered.
///
/// ensures with `k(p)` the result: `label(p-1) and k(p-1) and step` implies `k(p)`, and what was
/// found at the end is kept.
pub(super) fn needed(
    setting: Setting<'_>,
    solvers: &mut Solvers<'_>,
    track: &Track,
) -> Option<Vec<Vec<TermId>>> {
    let system = setting.system;
    let end = track.blocked_at().unwrap_or(track.end());
    let mut kept = vec![track.found(end)];
    for position in (2..=end).rev() {
        let body = system.step(track.step_to(position));
        let before = track.found(position - 1);
        let mut premises = track.known(position - 1);
        premises.retain(|premise| !system.terms.is_true(*premise));
        let mut needed = BTreeSet::new();
        for clause in kept.last()? {
            let breaking = body.breaking(&system.terms, Some(*clause));
            needed.extend(solvers.premises(body.from, &premises, &breaking)?);
        }
        kept.push(before.into_iter().filter(|c| needed.contains(c)).collect());
    }
    kept.reverse();
    let spared: usize = (1..=end).map(|p| track.found(p).len()).sum();
    let spared = spared - kept.iter().map(Vec::len).sum::<usize>();
    setting
        .context
        .counters
        .add("clauses not needed", spared as u64);
    Some(kept)
}
