//! Searches on the program with cells in the place of arrays, for proofs about all elements.
//!
//! The program is prepared, abstracted (`invar_passes::cells`) and searched as usual; an inductive
//! proof is one about arrays for all values of the indices, and certified as such. Traces count only
//! if they can be replayed.

use super::Run;
use super::attempt::Ground;
use super::judge::share;
use super::kept::Form;
use super::plan::{features, proving_steps};
use super::strategy::{Role, Source};
use crate::arguments::EngineArgument;
use crate::back::instances;
use invar_cfa::LocId;
use invar_encode::{Arithmetic, BlockGraph};
use invar_passes::{Cells, Prepared};
use invar_term::TermId;
use invar_verdict::{Instance, Reason};
use invar_witness::report::Report;

/// Percent of the time for searches on cells.
const SHARE: u32 = 60;

/// What a program with cells is an abstraction of.
pub(super) struct Abstraction {
    /// What the cells mean.
    pub(super) cells: Cells,
    /// The indices on which violations depend, in the certified program.
    pub(super) instances: Vec<Instance>,
}

impl Abstraction {
    /// The abstraction of a prepared program, if its arrays can be cells.
    pub(super) fn of(prepared: &Prepared) -> Option<Abstraction> {
        let cells = invar_passes::cells(&prepared.program)?;
        let instances = instances(prepared, &cells);
        Some(Abstraction { cells, instances })
    }

    /// Which indices count, at every loop head.
    pub(super) fn domains(&self, blocks: &BlockGraph) -> Vec<(LocId, TermId)> {
        let live = blocks.live();
        let mut facts = Vec::new();
        for head in blocks.heads() {
            let domains = self.cells.universals.iter().map(|u| u.domain);
            let here = domains.filter(|domain| blocks.speaks_of(*domain, &live[&head]));
            facts.extend(here.map(|domain| (head, domain)));
        }
        facts
    }
}

impl Run<'_> {
    /// A verdict by searches on cells, or what ends all searches; nothing if others are to go on.
    pub(super) fn by_cells(
        &mut self,
        source: &Source<'_>,
        prepared: &Prepared,
    ) -> Option<Result<Report, Reason>> {
        let wanted = self.arguments.search.engine() == EngineArgument::Default
            && source.arithmetic == Arithmetic::Bv
            && source.role == Role::Program;
        if !wanted {
            return None;
        }
        let whole = self.budget.clone();
        let (rejected, refused) = (self.rejected, self.refused.take());
        self.budget = share(&whole, SHARE);
        let result = self.on_cells(source, prepared);
        self.budget = whole;
        match result {
            Some(Ok(report)) => Some(Ok(report)),
            Some(Err(reason @ Reason::Cancelled)) => Some(Err(reason)),
            // What was refused there says nothing about the program with its arrays.
            Some(Err(_)) | None => {
                (self.rejected, self.refused) = (rejected, refused);
                None
            }
        }
    }

    fn on_cells(
        &mut self,
        source: &Source<'_>,
        prepared: &Prepared,
    ) -> Option<Result<Report, Reason>> {
        let abstraction = self.phase("abstracting arrays", |_| Abstraction::of(prepared))?;
        let prepared = on_cells(prepared, &abstraction.cells);
        let blocks = self.phase("encoding", |_| {
            BlockGraph::of(&prepared.program, source.arithmetic)
        });
        let blocks = blocks.ok()?;
        let features = features(&prepared.program, &blocks);
        let steps = match proving_steps(&self.arguments.search, source.arithmetic, &features) {
            Ok(steps) => steps,
            Err(reason) => return Some(Err(reason)),
        };
        self.count("searches on cells", 1.0);
        let ground = Ground::new(source, &prepared, Some(&abstraction), Form::Cells, blocks);
        Some(self.portfolio(&ground, &steps, invar_passes::Switch::Off))
    }
}

/// A prepared program with cells in the place of its arrays.
pub(super) fn on_cells(prepared: &Prepared, cells: &Cells) -> Prepared {
    Prepared {
        program: cells.program.clone(),
        back: prepared.back.clone().then(&cells.back),
        timings: prepared.timings.clone(),
        notes: prepared.notes.clone(),
    }
}
