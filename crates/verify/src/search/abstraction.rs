//! What a program with cells in the place of arrays is an abstraction of.

use crate::evidence::back::instances;
use invar_cfa::LocId;
use invar_encode::BlockGraph;
use invar_passes::{Cells, Prepared};
use invar_term::TermId;
use invar_verdict::Instance;

/// What a program with cells is an abstraction of.
pub(crate) struct Abstraction {
    /// What the cells mean.
    pub(crate) cells: Cells,
    /// The indices on which violations depend, in the certified program.
    pub(crate) instances: Vec<Instance>,
}

impl Abstraction {
    /// The abstraction of a prepared program, if its arrays can be cells.
    pub(crate) fn of(prepared: &Prepared) -> Option<Abstraction> {
        let cells = invar_passes::cells(&prepared.program)?;
        let instances = instances(prepared, &cells);
        Some(Abstraction { cells, instances })
    }

    /// Which indices count, at every loop head.
    pub(crate) fn domains(&self, blocks: &BlockGraph) -> Vec<(LocId, TermId)> {
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
