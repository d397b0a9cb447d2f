//! Z3 in process: one context per solver object.
//!
//! The solver starts with the quickest engine for the theories seen so far and is rebuilt from
//! the asserted terms when a query brings a new theory. Assumptions that are not symbols get a
//! proxy literal `p` with `p => term`, asserted once per scope, so that cores name the terms.
#![allow(unsafe_code)]

mod context;
mod model;
mod translate;
mod watchdog;

pub use context::Z3Solver;

use crate::scopes::Scopes;
use crate::theory::Theory;
use crate::validate::answer_with_model;
use crate::{Answer, Budget, Cause, Core, Solver, SolverError, SolverFactory};
use context::{Ast, Context, Engine, Failure, Outcome, Outcome3, classify, text};
use invar_term::{Op, TermId, TermStore};
use model::ModelHandle;
use rustc_hash::FxHashMap;
use std::ffi::CString;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;
use translate::Translator;
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

    fn make(&self, terms: &Arc<TermStore>) -> Result<Box<dyn Solver>, SolverError> {
        let error = |failure| SolverError::Start {
            program: self.name.clone(),
            message: describe(&failure),
        };
        let context = Context::new().map_err(error)?;
        let kind = self.fixed.unwrap_or_else(|| engine_for(Theory::default()));
        let engine = new_engine(&context, kind).map_err(error)?;
        Ok(Box::new(InProcess {
            name: self.name.clone(),
            fixed: self.fixed,
            terms: Arc::clone(terms),
            translator: Translator::new(&context),
            scopes: Scopes::default(),
            kind,
            engine,
            interrupted: false,
            context,
        }))
    }
}

fn describe(failure: &Failure) -> String {
    match failure {
        Failure::Memory => "out of memory".into(),
        Failure::Other(message) => message.clone(),
    }
}

/// The engine that was quickest for a theory, by `examples/engines.rs`. The SAT-based engine of
/// `QF_BV` is slower there, and it decides proxies that are not assumed, however hard their terms.
fn engine_for(theory: Theory) -> Z3Solver {
    if theory.numbers {
        Z3Solver::Automatic
    } else {
        Z3Solver::Logic("QF_ABV")
    }
}

fn new_engine(context: &Rc<Context>, kind: Z3Solver) -> Outcome<Engine> {
    let engine = Engine::new(context, kind)?;
    engine.set(&[("random_seed", 0)])?;
    Ok(engine)
}

/// A Z3 solver; fields are dropped in order, the context last.
struct InProcess {
    name: String,
    fixed: Option<Z3Solver>,
    terms: Arc<TermStore>,
    scopes: Scopes<Ast>,
    translator: Translator,
    kind: Z3Solver,
    engine: Engine,
    /// The last query was interrupted: what the engine learned on the way is in the way of the
    /// next one.
    interrupted: bool,
    context: Rc<Context>,
}

impl InProcess {
    fn error(&self, failure: &Failure) -> SolverError {
        SolverError::Protocol {
            solver: self.name.clone(),
            message: describe(failure),
        }
    }

    /// Rebuilds the engine if the theories seen so far ask for another one, or after an interrupt.
    fn adapt(&mut self) -> Outcome<()> {
        let kind = self
            .fixed
            .unwrap_or_else(|| engine_for(self.scopes.theory()));
        if kind == self.kind && !self.interrupted {
            return Ok(());
        }
        let engine = new_engine(&self.context, kind)?;
        for (depth, frame) in self.scopes.frames().enumerate() {
            if depth > 0 {
                engine.push()?;
            }
            for term in frame {
                engine.assert(self.translator.term(&self.terms, *term)?)?;
            }
        }
        self.scopes.clear_proxies();
        self.engine = engine;
        self.kind = kind;
        self.interrupted = false;
        Ok(())
    }

    /// The literal that stands for an assumption.
    fn literal(&mut self, term: TermId) -> Outcome<z3::Z3_ast> {
        if matches!(self.terms.op(term), Op::Symbol(_)) {
            return Ok(self.translator.term(&self.terms, term)?.raw());
        }
        if let Some(proxy) = self.scopes.proxy(term) {
            return Ok(proxy.raw());
        }
        self.translator.term(&self.terms, term)?;
        let proxy = self.translator.proxy()?;
        self.engine
            .assert(&self.translator.implication(&proxy, term)?)?;
        let raw = proxy.raw();
        self.scopes.set_proxy(term, proxy);
        Ok(raw)
    }

    fn decide(&mut self, assumptions: &[TermId], budget: &Budget) -> Outcome<Answer> {
        self.scopes.note(&self.terms, assumptions);
        self.adapt()?;
        let mut given: FxHashMap<z3::Z3_ast, TermId> = FxHashMap::default();
        let mut literals = Vec::with_capacity(assumptions.len());
        for assumption in assumptions {
            let literal = self.literal(*assumption)?;
            if given.insert(literal, *assumption).is_none() {
                literals.push(literal);
            }
        }
        if let Some(cause) = budget_cause(budget) {
            return Ok(Answer::Unknown(cause));
        }
        // The watchdog is what ends the check; the timeout is there in case it has no thread.
        let timeout = budget.remaining().map_or(u32::MAX, |left| {
            let rounded = left + Duration::from_millis(1);
            u32::try_from(rounded.as_millis()).unwrap_or(u32::MAX)
        });
        self.engine.set(&[("timeout", timeout)])?;
        let outcome = {
            // SAFETY: context and engine outlive the guard, which ends with this block.
            let _guard = unsafe { watchdog::watch(self.context.raw(), self.engine.raw(), budget) };
            self.engine.check(&literals)
        };
        match outcome? {
            Outcome3::Sat => self.model(assumptions),
            Outcome3::Unsat => {
                let core = self.engine.core()?;
                let wanted: rustc_hash::FxHashSet<TermId> = core
                    .iter()
                    .filter_map(|literal| given.get(literal).copied())
                    .collect();
                if wanted.len() < core.len() {
                    return Err(Failure::Other(
                        "the core is not among the assumptions".into(),
                    ));
                }
                Ok(Answer::Unsat(Core::among(assumptions, |a| {
                    wanted.contains(&a)
                })))
            }
            Outcome3::Unknown(reason) => {
                self.interrupted = true;
                let cause = budget_cause(budget);
                Ok(Answer::Unknown(
                    cause.unwrap_or_else(|| cause_of(classify(reason))),
                ))
            }
        }
    }

    fn model(&mut self, assumptions: &[TermId]) -> Outcome<Answer> {
        let model = ModelHandle::new(&self.context, self.engine.raw())?;
        let mut values = FxHashMap::default();
        for symbol in self.scopes.symbols(&self.terms, assumptions) {
            let term = self.terms.symbol_term(symbol);
            let ast = self.translator.term(&self.terms, term)?;
            values.insert(symbol, model.value(ast, self.terms.sort(term))?);
        }
        let checked = self.scopes.asserted().chain(assumptions.iter().copied());
        Ok(answer_with_model(&self.terms, values, checked))
    }
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
        self.engine.push().map_err(|f| self.error(&f))?;
        self.scopes.push();
        Ok(())
    }

    fn pop(&mut self) -> Result<(), SolverError> {
        if !self.scopes.pop() {
            return Err(self.error(&Failure::Other("pop without push".into())));
        }
        self.engine.pop().map_err(|f| self.error(&f))
    }

    fn assert(&mut self, term: TermId) -> Result<(), SolverError> {
        let translated = self.translator.term(&self.terms, term);
        let asserted = translated.and_then(|ast| self.engine.assert(ast));
        asserted.map_err(|f| self.error(&f))?;
        self.scopes.assert(&self.terms, term);
        Ok(())
    }

    fn check(&mut self, assumptions: &[TermId], budget: &Budget) -> Answer {
        match self.decide(assumptions, budget) {
            Ok(answer) => answer,
            Err(failure) => {
                self.interrupted = true;
                Answer::Unknown(budget_cause(budget).unwrap_or_else(|| cause_of(failure)))
            }
        }
    }
}
