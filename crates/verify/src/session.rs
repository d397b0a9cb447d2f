//! What one check of one program works with: the request, its observer, the solvers and their statistics.

use crate::cache::Cache;
use crate::observer::Observer;
use crate::request::Request;
use crate::search::interpolation;
use crate::search::timed::{TimedInterpolation, TimedSpacer};
use invar_budget::Moment;
use invar_solver::z3::set_memory_limit_mb;
use invar_solver::{LoggedFactory, MeteredFactory, SolverFactory, Statistics, Z3Factory};
use invar_verdict::Reason;
use std::sync::Arc;
use std::time::Duration;

/// What one check of one program works with. It does not change, except that the solvers count their queries and their time.
pub(crate) struct Session<'a> {
    pub(crate) request: &'a Request,
    pub(crate) observer: &'a dyn Observer,
    /// Makes the solvers that search.
    pub(crate) finder: MeteredFactory,
    pub(crate) meter: Arc<Statistics>,
    /// What the certifier's solvers did.
    pub(crate) certifying: Arc<Statistics>,
    /// Solves Horn clauses, for the engine that needs it.
    pub(crate) horn: TimedSpacer,
    /// Finds interpolants in place of invar, if the user has chosen a program for it.
    pub(crate) interpolation: Option<TimedInterpolation>,
    pub(crate) started: Moment,
    /// Whether a store keeps evidence.
    pub(crate) keeps_evidence: bool,
}

impl<'a> Session<'a> {
    pub(crate) fn new(
        request: &'a Request,
        observer: &'a dyn Observer,
    ) -> Result<(Session<'a>, Cache), Reason> {
        if let Some(limit) = request.limits.memory_mb {
            // Our own terms need room beside the solver's.
            set_memory_limit_mb(limit * 3 / 4);
        }
        let interpolation = interpolation::chosen(request.limits.memory_mb)?;
        let mut finder: Arc<dyn SolverFactory> = Arc::new(Z3Factory::default());
        if let Some(folder) = &request.query_log {
            let logged = LoggedFactory::new(finder, folder)
                .map_err(|e| Reason::Input(format!("{}: {e}", folder.display())))?;
            finder = Arc::new(logged);
        }
        let location = request.store.location();
        let location = location.map_err(|problem| Reason::Input(problem.to_string()))?;
        let cache = Cache::open(location.as_ref());
        let meter: Arc<Statistics> = Arc::default();
        let session = Session {
            request,
            observer,
            finder: MeteredFactory::new(finder, meter.clone()),
            meter,
            certifying: Arc::default(),
            horn: TimedSpacer::default(),
            interpolation: interpolation.map(TimedInterpolation::new),
            started: Moment::now(),
            keeps_evidence: cache.is_open(),
        };
        Ok((session, cache))
    }

    /// Time in solvers that search.
    pub(crate) fn searching(&self) -> Duration {
        let interpolating = self.interpolation.as_ref().map(TimedInterpolation::time);
        self.meter.time() + self.horn.time() + interpolating.unwrap_or_default()
    }
}
