//! Z3 in process: one context per solver object.
//!
//! The solver starts with the quickest engine for the theories seen so far and is rebuilt from
//! the asserted terms when a query brings a new theory. Assumptions that are not symbols get a
//! proxy literal `p` with `p => term`, asserted once per scope, so that cores name the terms.
#![allow(unsafe_code)]

mod complete;
mod context;
mod evidence;
mod fixedpoint;
mod float;
mod from_ast;
mod model;
mod operators;
mod translate;
mod watchdog;

pub use context::Z3Solver;
pub use fixedpoint::Z3Spacer;

use crate::scopes::Scopes;
use crate::theory::Theory;
use crate::validate::answer_with_model;
use crate::{Answer, Budget, Cause, Core, Solver, SolverError, SolverFactory, SolverId, SolverSet};
use context::{Ast, Context, Engine, Failure, Outcome, Outcome3, classify, text};
use invar_budget::counts_cpu_time;
use invar_term::{Op, TermId, TermStore};
use model::ModelHandle;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ffi::CString;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;
use translate::Translator;
use watchdog::Ending;
use z3_sys as z3;

/// Limits the memory of all Z3 objects of the process; a query beyond it answers
/// `Unknown(Memory)`.
pub fn set_memory_limit_mb(megabytes: u64) {
    let value = CString::new(megabytes.to_string()).expect("digits contain no NUL");
    // SAFETY: both strings are terminated and live until the call returns.
    unsafe { z3::Z3_global_param_set(c"memory_max_size".as_ptr(), value.as_ptr()) }
}

/// Makes solvers that run Z3 in this process.
#[derive(Clone, Debug)]
pub struct Z3Factory {
    name: String,
    fixed: Option<Z3Solver>,
}

impl Default for Z3Factory {
    fn default() -> Self {
        // SAFETY: the text is static inside Z3.
        let version = unsafe { text(z3::Z3_get_full_version()) };
        let version = version
            .split_whitespace()
            .nth(1)
            .unwrap_or(&version)
            .to_owned();
        Z3Factory {
            name: format!("z3 {version}"),
            fixed: None,
        }
    }
}

impl Z3Factory {
    /// Solvers that use this engine of Z3 for every theory; for experiments.
    pub fn with_engine(engine: Z3Solver) -> Z3Factory {
        Z3Factory {
            fixed: Some(engine),
            ..Z3Factory::default()
        }
    }
}

impl SolverFactory for Z3Factory {
    fn name(&self) -> &str {
        &self.name
    }

    fn answered(&self) -> SolverSet {
        SolverId::Z3.into()
    }

    fn make(&self, terms: &Arc<TermStore>) -> Result<Box<dyn Solver>, SolverError> {
        let kind = self.fixed.unwrap_or_else(|| engine_for(Theory::default()));
        let session = Session::new(kind).map_err(|failure| match failure {
            Failure::Memory => SolverError::Memory {
                solver: self.name.clone(),
            },
            Failure::Other(message) => SolverError::Start {
                program: self.name.clone(),
                message,
            },
        })?;
        Ok(Box::new(InProcess {
            name: self.name.clone(),
            fixed: self.fixed,
            terms: Arc::clone(terms),
            scopes: Scopes::default(),
            session: Some(session),
        }))
    }
}

/// The engine that was quickest for a theory, by `examples/engines.rs`. The SAT-based engine of
/// `QF_BV` is slower there, and it decides proxies that are not assumed, however hard their terms.
/// IEEE numbers are uninterpreted in `QF_ABV`, arrays are in `QF_FPBV`.
fn engine_for(theory: Theory) -> Z3Solver {
    if theory.floats && !theory.numbers && !theory.arrays {
        Z3Solver::Logic("QF_FPBV")
    } else if theory.numbers || theory.floats {
        Z3Solver::Automatic
    } else {
        Z3Solver::Logic("QF_ABV")
    }
}

/// A context with everything in it. Terms reach Z3 only inside a query, because Z3 simplifies
/// them on arrival, which may take long and has to end with the budget.
struct Session {
    translator: Translator,
    kind: Z3Solver,
    engine: Engine,
    /// What Z3 has not been told yet.
    pending: Vec<Pending>,
    context: Rc<Context>,
}

enum Pending {
    Push,
    Pop,
    Assert(TermId),
}

impl Session {
    fn new(kind: Z3Solver) -> Outcome<Session> {
        let context = Context::new()?;
        let engine = Engine::new(&context, kind)?;
        engine.set(&[("random_seed", 0)])?;
        let translator = Translator::new(&context);
        Ok(Session {
            translator,
            kind,
            engine,
            pending: Vec::new(),
            context,
        })
    }

    fn flush(&mut self, terms: &TermStore) -> Outcome<()> {
        for step in std::mem::take(&mut self.pending) {
            match step {
                Pending::Push => self.engine.push()?,
                Pending::Pop => self.engine.pop()?,
                Pending::Assert(term) => {
                    self.engine.assert(self.translator.term(terms, term)?)?;
                }
            }
        }
        Ok(())
    }
}

/// A Z3 solver.
struct InProcess {
    name: String,
    fixed: Option<Z3Solver>,
    terms: Arc<TermStore>,
    /// Before the session, whose context the proxies are of.
    scopes: Scopes<Ast>,
    /// None after a query that was interrupted or failed.
    session: Option<Session>,
}

impl InProcess {
    /// The session for the theories seen so far; a new one gets every asserted term.
    fn session(&mut self) -> Outcome<&mut Session> {
        let kind = self
            .fixed
            .unwrap_or_else(|| engine_for(self.scopes.theory()));
        if self.session.as_ref().is_none_or(|s| s.kind != kind) {
            self.scopes.clear_proxies();
            self.session = None;
            let mut session = Session::new(kind)?;
            for (depth, frame) in self.scopes.frames().enumerate() {
                if depth > 0 {
                    session.pending.push(Pending::Push);
                }
                session
                    .pending
                    .extend(frame.iter().map(|t| Pending::Assert(*t)));
            }
            self.session = Some(session);
        }
        self.session
            .as_mut()
            .ok_or_else(|| Failure::Other("no session".into()))
    }

    fn tell(&mut self, step: Pending) {
        if let Some(session) = &mut self.session {
            session.pending.push(step);
        }
    }

    /// The literal that represents an assumption.
    fn literal(&mut self, term: TermId) -> Outcome<z3::Z3_ast> {
        if let Some(proxy) = self.scopes.proxy(term) {
            return Ok(proxy.raw());
        }
        let terms = Arc::clone(&self.terms);
        let session = self.session()?;
        let translated = session.translator.term(&terms, term)?.raw();
        if matches!(terms.op(term), Op::Symbol(_)) {
            return Ok(translated);
        }
        let proxy = session.translator.proxy()?;
        session
            .engine
            .assert(&session.translator.implication(&proxy, term)?)?;
        let raw = proxy.raw();
        self.scopes.set_proxy(term, proxy);
        Ok(raw)
    }

    fn decide(&mut self, assumptions: &[TermId], budget: &Budget) -> Outcome<Answer> {
        self.scopes.note(&self.terms, assumptions);
        let context = Rc::clone(&self.session()?.context);
        // SAFETY: the context outlives the guard, which was declared after it.
        let guard = unsafe { watchdog::watch(context.raw(), budget) };
        let mut given: FxHashMap<z3::Z3_ast, TermId> = FxHashMap::default();
        let outcome = self.ask(assumptions, budget, &mut given);
        let ending = guard.finish();
        let answer = match outcome? {
            Outcome3::Sat => self.model(assumptions)?,
            Outcome3::Unsat => {
                let core = self.session()?.engine.core()?;
                let wanted: FxHashSet<TermId> = core
                    .iter()
                    .filter_map(|literal| given.get(literal).copied())
                    .collect();
                if wanted.len() < core.len() {
                    return Err(Failure::Other(
                        "the core is not among the assumptions".into(),
                    ));
                }
                Answer::Unsat(Core::among(assumptions, |a| wanted.contains(&a)))
            }
            Outcome3::Unknown(reason) => return Err(classify(reason)),
        };
        if ending == Ending::Interrupted {
            self.session = None;
        }
        Ok(answer)
    }

    /// Tells Z3 what it does not know yet, and asks.
    fn ask(
        &mut self,
        assumptions: &[TermId],
        budget: &Budget,
        given: &mut FxHashMap<z3::Z3_ast, TermId>,
    ) -> Outcome<Outcome3> {
        let terms = Arc::clone(&self.terms);
        self.session()?.flush(&terms)?;
        let mut literals = Vec::with_capacity(assumptions.len());
        for assumption in assumptions {
            let literal = self.literal(*assumption)?;
            if given.insert(literal, *assumption).is_none() {
                literals.push(literal);
            }
        }
        let timeout = own_timeout(budget).unwrap_or(u32::MAX);
        let engine = &self.session()?.engine;
        engine.set(&[("timeout", timeout)])?;
        engine.check(&literals)
    }

    fn model(&mut self, assumptions: &[TermId]) -> Outcome<Answer> {
        let terms = Arc::clone(&self.terms);
        let symbols = self.scopes.symbols(&terms, assumptions);
        let session = self.session()?;
        let model = ModelHandle::new(&session.context, session.engine.raw())?;
        let mut values = FxHashMap::default();
        for symbol in symbols {
            let term = terms.symbol_term(symbol);
            let ast = session.translator.term(&terms, term)?;
            values.insert(symbol, model.value(ast, terms.sort(term))?);
        }
        let checked = self.scopes.asserted().chain(assumptions.iter().copied());
        Ok(answer_with_model(&terms, values, checked))
    }
}

/// Z3's own timeout in milliseconds. The watchdog is what ends a call; the timeout is there in case it has no thread.
/// It is wall time: where limits are CPU time there is none.
fn own_timeout(budget: &Budget) -> Option<u32> {
    let left = budget.remaining().filter(|_| !counts_cpu_time())?;
    let rounded = left + Duration::from_millis(1);
    Some(u32::try_from(rounded.as_millis()).unwrap_or(u32::MAX))
}

fn budget_cause(budget: &Budget) -> Option<Cause> {
    if budget.cancel.is_cancelled() {
        Some(Cause::Cancelled)
    } else {
        budget.is_exhausted().then_some(Cause::Timeout)
    }
}

fn cause_of(failure: Failure) -> Cause {
    match failure {
        Failure::Memory => Cause::Memory,
        Failure::Other(reason) if reason == "timeout" => Cause::Timeout,
        Failure::Other(reason) => Cause::GaveUp(reason),
    }
}

impl Solver for InProcess {
    fn name(&self) -> &str {
        &self.name
    }

    fn push(&mut self) -> Result<(), SolverError> {
        self.scopes.push();
        self.tell(Pending::Push);
        Ok(())
    }

    fn pop(&mut self) -> Result<(), SolverError> {
        if !self.scopes.pop() {
            let solver = self.name.clone();
            return Err(SolverError::Protocol {
                solver,
                message: "pop without push".into(),
            });
        }
        self.tell(Pending::Pop);
        Ok(())
    }

    fn assert(&mut self, term: TermId) -> Result<(), SolverError> {
        self.scopes.assert(&self.terms, term, &self.name)?;
        self.tell(Pending::Assert(term));
        Ok(())
    }

    fn check(&mut self, assumptions: &[TermId], budget: &Budget) -> Answer {
        if let Some(cause) = budget_cause(budget) {
            return Answer::Unknown(cause);
        }
        match self.decide(assumptions, budget) {
            Ok(answer) => answer,
            Err(failure) => {
                // What Z3 learned on the way is in the way of the next query, an interrupt may
                // stick, and some of the pending steps are lost: start anew.
                self.scopes.clear_proxies();
                self.session = None;
                Answer::Unknown(budget_cause(budget).unwrap_or_else(|| cause_of(failure)))
            }
        }
    }
}
