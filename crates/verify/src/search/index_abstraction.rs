//! Searches on the program with cells in the place of arrays, for proofs about all elements.
//!
//! The program is prepared, abstracted (`invar_passes::cells`) and searched as usual; an inductive
//! proof is one about arrays for all values of the indices, and certified as such. Traces count only
//! if they can be replayed.
//!
//! Engines search the abstraction like any program of scalars, with a share of the time, before the program with its arrays.
//! An inductive proof `F(k, cell)` of it is the proof `for all k: F(k, a[k])` of the inlined program, which
//! `certify/src/quantified` checks without the pass: the pass only names the indices for which invariants are useful. A trace
//! counts only if it replays.

use crate::cache::Form;
use crate::finding::{Answered, Unanswered};
use crate::request::EngineId;
use crate::run::Run;
use crate::search::abstraction::Abstraction;
use crate::search::plan::{features, proving_steps};
use crate::search::source::{Role, Source};
use crate::search::task::SearchTask;
use crate::share::share;
use invar_budget::Budget;
use invar_encode::{Arithmetic, BlockGraph};
use invar_passes::{Cells, Prepared};
use invar_verdict::Reason;

/// Percent of the time for searches on cells.
const TIME_SHARE: u32 = 60;

impl Run<'_> {
    /// A verdict by searches on cells, or what ends all searches; nothing if others are to go on.
    pub(crate) fn by_cells(
        &mut self,
        source: &Source<'_>,
        prepared: &Prepared,
        budget: &Budget,
    ) -> Option<Result<Answered, Reason>> {
        let wanted = self.session.request.search.engine() == EngineId::Default
            && source.arithmetic == Arithmetic::Bv
            && source.role == Role::Program;
        if !wanted {
            return None;
        }
        let (rejected, refused) = (
            self.worker.accounts.rejected,
            self.worker.accounts.refused.take(),
        );
        let found = self.on_cells(source, prepared, &share(budget, TIME_SHARE));
        match found.map(|found| self.credited(found)) {
            Some(Ok(answered)) => Some(Ok(answered)),
            Some(Err(reason @ Reason::Cancelled)) => Some(Err(reason)),
            // What was refused there says nothing about the program with its arrays.
            Some(Err(_)) | None => {
                (self.worker.accounts.rejected, self.worker.accounts.refused) = (rejected, refused);
                None
            }
        }
    }

    fn on_cells(
        &mut self,
        source: &Source<'_>,
        prepared: &Prepared,
        budget: &Budget,
    ) -> Option<Result<Answered, Unanswered>> {
        let abstraction = self.phase("abstracting arrays", |_| Abstraction::of(prepared))?;
        let prepared = on_cells(prepared, &abstraction.cells);
        let blocks = self.phase("encoding", |_| {
            BlockGraph::of(&prepared.program, source.arithmetic)
        });
        let blocks = blocks.ok()?;
        let features = features(&prepared.program, &blocks);
        let steps = match proving_steps(&self.session.request.search, source.arithmetic, &features)
        {
            Ok(steps) => steps,
            Err(reason) => return Some(Err(reason.into())),
        };
        self.worker.count("searches on cells", 1.0);
        let search_task =
            SearchTask::new(source, &prepared, Some(&abstraction), Form::Cells, blocks);
        Some(self.portfolio(&search_task, &steps, invar_passes::Switch::Off, budget))
    }
}

/// A prepared program with cells in the place of its arrays.
pub(crate) fn on_cells(prepared: &Prepared, cells: &Cells) -> Prepared {
    Prepared {
        program: cells.program.clone(),
        back: prepared.back.clone().then(&cells.back),
        timings: prepared.timings.clone(),
        notes: prepared.notes.clone(),
    }
}
