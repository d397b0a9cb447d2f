//! One attempt: a program is prepared, and searched as planned.

use crate::cache::Form;
use crate::evidence::back::facts_on_prepared;
use crate::finding::{Answered, Unanswered};
use crate::goal::Aim;
use crate::request::Ability;
use crate::run::Run;
use crate::search::abstraction::Abstraction;
use crate::search::encoded::{EncodedProgram, SearchId};
use crate::search::plan::{features, steps};
use crate::search::source::Source;
use crate::worker::Worker;
use invar_budget::Budget;
use invar_cfa::{LocId, Program, VarId};
use invar_encode::{Arithmetic, BlockGraph, EncodeError, Translated, translate};
use invar_passes::{PassOptions, Prepared, Switch};
use invar_term::TermId;
use invar_verdict::Reason;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

/// The program in another arithmetic, if it can be read in it.
type Made = (Arithmetic, Result<Arc<EncodedProgram>, EncodeError>);

/// What all searches of an attempt share, and what they leave to the next.
pub(crate) struct SearchTask<'p> {
    /// The program that is certified.
    pub(crate) source: &'p Source<'p>,
    /// What the passes made of it.
    pub(crate) prepared: &'p Prepared,
    /// What it is an abstraction of, if its arrays are cells.
    pub(crate) abstraction: Option<&'p Abstraction>,
    /// What the prepared program is of the inlined one.
    pub(crate) form: Form,
    /// The variables that matter at its cut points.
    pub(crate) live: BTreeMap<LocId, BTreeSet<VarId>>,
    /// The prepared program in its own arithmetic.
    pub(crate) own: EncodedProgram,
    /// The prepared program in other arithmetics, each made when it is first asked for.
    others: Mutex<Vec<Made>>,
}

impl<'p> SearchTask<'p> {
    pub(crate) fn new(
        source: &'p Source<'p>,
        prepared: &'p Prepared,
        abstraction: Option<&'p Abstraction>,
        form: Form,
        blocks: BlockGraph,
    ) -> SearchTask<'p> {
        let live = blocks.live();
        let mut facts = facts_on_prepared(prepared, &blocks, &live);
        if let Some(abstraction) = abstraction {
            facts.extend(abstraction.domains(&blocks));
        }
        SearchTask {
            source,
            prepared,
            abstraction,
            form,
            live,
            own: EncodedProgram::new(None, blocks, facts),
            others: Mutex::default(),
        }
    }

    /// The program in another arithmetic.
    pub(crate) fn encoded(
        &self,
        arithmetic: Arithmetic,
    ) -> Result<Arc<EncodedProgram>, EncodeError> {
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, made)) = others.iter().find(|(of, _)| *of == arithmetic) {
            return made.clone();
        }
        let made = read_over(&self.prepared.program, arithmetic).map(|(translated, blocks)| {
            let ranges = ranges(&translated, &blocks);
            Arc::new(EncodedProgram::new(Some(translated), blocks, ranges))
        });
        others.push((arithmetic, made.clone()));
        made
    }

    /// The encodings in other arithmetics that were made so far.
    pub(crate) fn encodings(&self) -> Vec<Arc<EncodedProgram>> {
        let others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        others.iter().filter_map(|(_, r)| r.clone().ok()).collect()
    }
}

/// A program over another arithmetic, and its blocks.
fn read_over(
    program: &Program,
    arithmetic: Arithmetic,
) -> Result<(Translated, BlockGraph), EncodeError> {
    let translated = translate(program, arithmetic)?;
    let blocks = BlockGraph::of(&translated.program, arithmetic)?;
    Ok((translated, blocks))
}

/// The ranges of variables at the loop heads of a translated program.
fn ranges(translated: &Translated, blocks: &BlockGraph) -> Vec<(LocId, TermId)> {
    let live = blocks.live();
    let ranges = translated.ranges();
    let mut facts = Vec::new();
    for head in blocks.heads() {
        let here = ranges.iter().filter(|(v, _)| live[&head].contains(v));
        facts.extend(here.map(|(_, range)| (head, *range)));
    }
    facts
}

impl Run<'_> {
    /// All searches on the program that some passes make, with their evidence certified.
    pub(crate) fn attempt(
        &mut self,
        source: &Source<'_>,
        options: &PassOptions,
        budget: &Budget,
    ) -> Result<Answered, Unanswered> {
        let prepared = self.worker.prepared(source, options);
        self.searched(source, &prepared, options.slice, budget)
    }

    /// All searches on a prepared program.
    pub(crate) fn searched(
        &mut self,
        source: &Source<'_>,
        prepared: &Prepared,
        slicing: Switch,
        budget: &Budget,
    ) -> Result<Answered, Unanswered> {
        let blocks = self.phase("encoding", |_| {
            BlockGraph::of(&prepared.program, source.arithmetic)
        });
        let blocks = blocks.map_err(|error| Reason::Internal(error.to_string()))?;
        self.sizes(source.program, prepared);
        let features = features(&prepared.program, &blocks);
        for feature in &features {
            self.worker
                .accounts
                .statistics
                .insert(format!("feature {feature}"), 1.0);
        }
        let search = source.search.unwrap_or(&self.session.request.search);
        let mut steps = steps(search, source.arithmetic, &features)?;
        if self.aim_for(source) == Aim::Proof {
            steps.retain(|step| step.engine.ability() != Ability::Unrolls);
        }
        let form = match slicing {
            Switch::On => Form::Sliced,
            Switch::Off => Form::Unsliced,
        };
        let search_task = SearchTask::new(source, prepared, None, form, blocks);
        // They were found in the sliced program.
        let earlier = std::mem::take(&mut self.cache.facts);
        if form == Form::Sliced && !earlier.is_empty() {
            let id = SearchId(self.begun);
            self.begun += 1;
            for (location, fact) in earlier {
                search_task.own.learn(location, fact, id);
            }
        }
        self.portfolio(&search_task, &steps, slicing, budget)
    }

    fn sizes(&mut self, source: &Program, prepared: &Prepared) {
        for (name, program) in [("inlined", source), ("prepared", &prepared.program)] {
            let edges = program.entry_cfa().edge_count() as f64;
            self.worker
                .accounts
                .statistics
                .insert(format!("edges {name}"), edges);
        }
        for (name, time) in &prepared.timings {
            self.worker
                .count(&format!("seconds pass {name}"), time.as_secs_f64());
        }
    }
}

impl Worker<'_> {
    /// What some passes make of a program.
    pub(crate) fn prepared(&mut self, source: &Source<'_>, options: &PassOptions) -> Prepared {
        self.phase("simplifying", |_| {
            invar_passes::prepare(source.program, options)
        })
    }
}
