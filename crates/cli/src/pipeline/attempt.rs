//! One attempt: passes, encoding, search.

use super::Run;
use crate::back::facts_on_prepared;
use crate::events::Events;
use crate::report::Report;
use invar_cfa::Program;
use invar_encode::{Arithmetic, BlockGraph};
use invar_engine::{Context, Event, Observer, Task};
use invar_passes::{PassOptions, Prepared};
use invar_solver::{LoggedFactory, MeteredFactory, SolverFactory, Z3Factory};
use invar_verdict::{Reason, Verdict};
use std::sync::Arc;

struct Activity<'a>(&'a Events);

impl Observer for Activity<'_> {
    fn event(&self, event: &Event<'_>) {
        let Event {
            engine,
            depth,
            activity,
        } = event;
        self.0
            .activity(&format!("{engine}: {activity} (depth {depth})"));
    }
}

impl Run<'_> {
    /// One search on the program that some passes make, with its evidence certified.
    pub(super) fn attempt(
        &mut self,
        source: &Program,
        options: &PassOptions,
    ) -> Result<Report, Reason> {
        let prepared = self.phase("simplifying", |_| invar_passes::prepare(source, options));
        let blocks = self.phase("encoding", |_| {
            BlockGraph::of(&prepared.program, Arithmetic::Bv)
        });
        let blocks = blocks.map_err(|error| Reason::Internal(error.to_string()))?;
        self.sizes(source, &prepared);
        let verdict = self.search(&prepared, &blocks)?;
        self.certified(source, &prepared, verdict)
    }

    fn sizes(&mut self, source: &Program, prepared: &Prepared) {
        for (name, program) in [("inlined", source), ("prepared", &prepared.program)] {
            let edges = program.entry_cfa().edge_count() as f64;
            self.statistics.push((format!("edges {name}"), edges));
        }
        for (name, time) in &prepared.timings {
            self.statistics
                .push((format!("seconds pass {name}"), time.as_secs_f64()));
        }
    }

    fn search(&mut self, prepared: &Prepared, blocks: &BlockGraph) -> Result<Verdict, Reason> {
        let mut finder: Arc<dyn SolverFactory> = Arc::new(Z3Factory::default());
        if let Some(folder) = &self.arguments.query_log {
            let logged = LoggedFactory::new(finder, folder)
                .map_err(|e| Reason::Input(format!("{}: {e}", folder.display())))?;
            finder = Arc::new(logged);
        }
        let metered = MeteredFactory::new(finder, self.meter.clone());
        let facts = facts_on_prepared(prepared, blocks);
        let task = Task {
            program: &prepared.program,
            blocks,
            facts: &facts,
        };
        let observer = Activity(self.events);
        let mut context = Context::new(&metered, self.budget.clone());
        context.observer = &observer;
        context.memory_mb = self.arguments.memory;
        let engine = self.engine();
        let limit = self.arguments.timeout;
        self.phase("searching", |_| match engine.run(&task, &context) {
            Ok(Verdict::Unknown(Reason::Timeout { activity, .. })) => {
                Err(Reason::Timeout { limit, activity })
            }
            Ok(Verdict::Unknown(reason)) => Err(reason),
            Ok(verdict) => Ok(verdict),
            Err(error) => Err(Reason::Internal(error.to_string())),
        })
    }
}
