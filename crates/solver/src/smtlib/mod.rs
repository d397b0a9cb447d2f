//! Any solver binary that reads SMT-LIB 2 from a pipe.
//!
//! The process is started when the first query needs it, and again after it was killed because a
//! budget ended, after it died, and when a query brings a theory that its logic does not have; the
//! asserted terms are then sent anew.

mod dialect;
mod interpolate;
mod model;
mod preset;
mod process;
mod read_application;
mod read_term;
mod sexpr;

pub use dialect::Dialect;
pub use interpolate::ProcessInterpolation;

use crate::scopes::Scopes;
use crate::script::Script;
use crate::theory::Theory;
use crate::validate::answer_with_model;
use crate::{Answer, Budget, Cause, Core, Solver, SolverError, SolverFactory, SolverSet};
use invar_term::{Op, TermId, TermStore};
use preset::{Cores, Logic, Logics, Preset};
use process::{NoReply, Process};
use rustc_hash::{FxHashMap, FxHashSet};
use sexpr::Sexpr;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

/// The smallest logic for the theories in use that solvers have in common.
pub(crate) fn standard_logic(theory: Theory) -> &'static str {
    Logics::Cvc5.logic(theory).name
}

/// Makes solvers that run a binary of their own each.
#[derive(Clone, Debug)]
pub struct SmtLibFactory {
    preset: Preset,
}

impl SmtLibFactory {
    /// cvc5; the binary is `INVAR_CVC5` or found by name.
    pub fn cvc5() -> SmtLibFactory {
        SmtLibFactory {
            preset: Preset::cvc5(),
        }
    }

    /// Yices; the binary is `INVAR_YICES` or found by name.
    pub fn yices() -> SmtLibFactory {
        SmtLibFactory {
            preset: Preset::yices(),
        }
    }

    /// Bitwuzla; the binary is `INVAR_BITWUZLA` or found by name. No integers, no reals.
    pub fn bitwuzla() -> SmtLibFactory {
        SmtLibFactory {
            preset: Preset::bitwuzla(),
        }
    }

    /// The Z3 binary; `INVAR_Z3` or found by name.
    pub fn z3() -> SmtLibFactory {
        SmtLibFactory {
            preset: Preset::z3(),
        }
    }

    /// Any other solver: it must read commands from its standard input, and know
    /// `:global-declarations`, `check-sat-assuming` and `get-unsat-assumptions`.
    pub fn command(program: &Path, arguments: &[String]) -> SmtLibFactory {
        SmtLibFactory {
            preset: Preset::command(program, arguments),
        }
    }

    /// Adds an argument of the program.
    #[must_use]
    pub fn with_argument(mut self, argument: &str) -> SmtLibFactory {
        self.preset.arguments.push(argument.to_owned());
        self
    }

    /// Limits the address space of each process.
    #[must_use]
    pub fn with_memory_mb(mut self, megabytes: u64) -> SmtLibFactory {
        self.preset.memory_mb = Some(megabytes);
        self
    }

    /// Solvers that do not look for the assumptions a refutation needs: every core has all of them.
    /// cvc5 can take many times as long for a core as for the refutation.
    #[must_use]
    pub fn without_cores(mut self) -> SmtLibFactory {
        self.preset.cores = Cores::Whole;
        self
    }

    /// Whether the binary exists.
    pub fn is_available(&self) -> bool {
        self.preset.check().is_ok()
    }
}

impl SolverFactory for SmtLibFactory {
    fn name(&self) -> &str {
        &self.preset.name
    }

    fn answered(&self) -> SolverSet {
        self.preset.solver.into_iter().collect()
    }

    fn make(&self, terms: &Arc<TermStore>) -> Result<Box<dyn Solver>, SolverError> {
        self.preset.check()?;
        Ok(Box::new(Piped {
            preset: self.preset.clone(),
            terms: Arc::clone(terms),
            scopes: Scopes::default(),
            session: None,
        }))
    }
}

/// A process and what it has been told.
struct Session {
    process: Process,
    logic: Logic,
    script: Script,
    proxies: u64,
    /// Commands that have not been sent yet; none of them has a reply.
    pending: String,
}

/// A solver at the other end of a pipe.
struct Piped {
    preset: Preset,
    terms: Arc<TermStore>,
    scopes: Scopes<String>,
    session: Option<Session>,
}

/// Why a query has no answer from this process, which is then given up.
enum Trouble {
    Budget,
    Solver(String),
}

impl From<NoReply> for Trouble {
    fn from(reason: NoReply) -> Trouble {
        match reason {
            NoReply::Budget => Trouble::Budget,
            NoReply::Ended(words) => Trouble::Solver(format!("the process ended: {words}")),
        }
    }
}

impl Session {
    fn assert(&mut self, terms: &TermStore, term: TermId) {
        let text = self.script.term(terms, term, &mut self.pending);
        let _ = writeln!(self.pending, "(assert {text})");
    }

    fn ask(&mut self, command: &str, budget: &Budget) -> Result<Sexpr, Trouble> {
        let mut text = std::mem::take(&mut self.pending);
        text.push_str(command);
        text.push('\n');
        self.process.send(text);
        let reply = self.process.receive(budget)?;
        match reply.error() {
            Some(message) => Err(Trouble::Solver(message.to_owned())),
            None => Ok(reply),
        }
    }
}

impl Piped {
    /// The process for the theories in use, with everything asserted.
    fn session(&mut self) -> Result<&mut Session, Trouble> {
        let logic = self.preset.logics.logic(self.scopes.theory());
        if self.session.as_ref().is_none_or(|s| s.logic != logic) {
            self.scopes.clear_proxies();
            self.session = None;
            self.session = Some(self.start(logic)?);
        }
        self.session
            .as_mut()
            .ok_or_else(|| Trouble::Solver("no process".into()))
    }

    fn start(&self, logic: Logic) -> Result<Session, Trouble> {
        let preset = &self.preset;
        let process = Process::start(&preset.program, &preset.arguments, preset.memory_mb)
            .map_err(|e| Trouble::Solver(format!("cannot start {}: {e}", preset.name)))?;
        let mut pending = String::from(
            "(set-option :print-success false)\n\
             (set-option :global-declarations true)\n\
             (set-option :produce-models true)\n",
        );
        if preset.cores == Cores::Asked {
            pending.push_str("(set-option :produce-unsat-assumptions true)\n");
        }
        for option in preset.options.iter().chain(&logic.option) {
            let _ = writeln!(pending, "{option}");
        }
        let _ = writeln!(pending, "(set-logic {})", logic.name);
        let mut session = Session {
            process,
            logic,
            script: Script::new(),
            proxies: 0,
            pending,
        };
        for (depth, frame) in self.scopes.frames().enumerate() {
            if depth > 0 {
                session.script.push(&mut session.pending);
            }
            for term in frame {
                session.assert(&self.terms, *term);
            }
        }
        Ok(session)
    }

    /// The literal that represents an assumption.
    fn literal(&mut self, term: TermId) -> Result<String, Trouble> {
        if let Some(proxy) = self.scopes.proxy(term) {
            return Ok(proxy.clone());
        }
        let terms = Arc::clone(&self.terms);
        let session = self.session()?;
        let text = session.script.term(&terms, term, &mut session.pending);
        if matches!(terms.op(term), Op::Symbol(_)) {
            return Ok(text);
        }
        session.proxies += 1;
        let proxy = format!("$p{}", session.proxies);
        let _ = writeln!(session.pending, "(declare-const {proxy} Bool)");
        let _ = writeln!(session.pending, "(assert (=> {proxy} {text}))");
        self.scopes.set_proxy(term, proxy.clone());
        Ok(proxy)
    }

    fn decide(&mut self, assumptions: &[TermId], budget: &Budget) -> Result<Answer, Trouble> {
        self.scopes.note(&self.terms, assumptions);
        if let Some(missing) = self.preset.logics.lacks(self.scopes.theory()) {
            let what = format!("{} has no {missing}", self.preset.name);
            return Ok(Answer::Unknown(Cause::GaveUp(what)));
        }
        let has_reasons = self.preset.logics.has_reasons();
        let cores = self.preset.cores;
        self.session()?;
        let mut given: FxHashMap<String, TermId> = FxHashMap::default();
        let mut command = String::from("(check-sat-assuming (");
        for assumption in assumptions {
            let literal = self.literal(*assumption)?;
            if given
                .insert(literal.trim_matches('|').to_owned(), *assumption)
                .is_none()
            {
                let _ = write!(command, " {literal}");
            }
        }
        command.push_str("))");
        if given.is_empty() {
            command = "(check-sat)".into();
        }
        let session = self.session()?;
        let reply = session.ask(&command, budget)?;
        match reply.atom() {
            Some("sat") => self.model(assumptions, budget),
            Some("unsat") if given.is_empty() => Ok(Answer::Unsat(Core::default())),
            Some("unsat") if cores == Cores::Whole => {
                Ok(Answer::Unsat(Core::among(assumptions, |_| true)))
            }
            Some("unsat") => {
                let core = session.ask("(get-unsat-assumptions)", budget)?;
                let members = core.list().ok_or_else(|| unexpected(&core))?;
                let mut wanted = FxHashSet::default();
                for member in members {
                    let named = member.atom().and_then(|name| given.get(name));
                    wanted.insert(*named.ok_or_else(|| unexpected(member))?);
                }
                Ok(Answer::Unsat(Core::among(assumptions, |a| {
                    wanted.contains(&a)
                })))
            }
            Some("unknown") if !has_reasons => {
                Ok(Answer::Unknown(Cause::GaveUp("it says unknown".into())))
            }
            Some("unknown") => {
                let reason = session.ask("(get-info :reason-unknown)", budget)?;
                Ok(Answer::Unknown(cause_of(format!("{reason:?}"))))
            }
            _ => Err(unexpected(&reply)),
        }
    }

    fn model(&mut self, assumptions: &[TermId], budget: &Budget) -> Result<Answer, Trouble> {
        let terms = Arc::clone(&self.terms);
        let symbols = self.scopes.symbols(&terms, assumptions);
        let session = self.session()?;
        let mut values = FxHashMap::default();
        if !symbols.is_empty() {
            let mut command = String::from("(get-value (");
            for symbol in &symbols {
                let _ = write!(command, " {}", invar_term::symbol_text(&terms, *symbol));
            }
            command.push_str("))");
            let reply = session.ask(&command, budget)?;
            let pairs = reply.list().ok_or_else(|| unexpected(&reply))?;
            if pairs.len() != symbols.len() {
                return Err(unexpected(&reply));
            }
            for (symbol, pair) in symbols.iter().zip(pairs) {
                let Some([_, text]) = pair.list() else {
                    return Err(unexpected(pair));
                };
                let sort = terms.sort(terms.symbol_term(*symbol));
                let Some(value) = model::decode(text, sort) else {
                    let what = format!("cannot read a value of sort {sort}");
                    return Ok(Answer::Unknown(Cause::GaveUp(what)));
                };
                values.insert(*symbol, value);
            }
        }
        let checked = self.scopes.asserted().chain(assumptions.iter().copied());
        Ok(answer_with_model(&terms, values, checked))
    }
}

fn unexpected(reply: &Sexpr) -> Trouble {
    let mut text = format!("unexpected reply {reply:?}");
    text.truncate(text.floor_char_boundary(300));
    Trouble::Solver(text)
}

/// What the solver's words mean.
fn cause_of(words: String) -> Cause {
    let lower = words.to_ascii_lowercase();
    if ["memout", "out of memory", "bad_alloc"]
        .iter()
        .any(|sign| lower.contains(sign))
    {
        Cause::Memory
    } else {
        Cause::GaveUp(words)
    }
}

impl Solver for Piped {
    fn name(&self) -> &str {
        &self.preset.name
    }

    fn push(&mut self) -> Result<(), SolverError> {
        if let Some(session) = &mut self.session {
            session.script.push(&mut session.pending);
        }
        self.scopes.push();
        Ok(())
    }

    fn pop(&mut self) -> Result<(), SolverError> {
        if !self.scopes.pop() {
            let solver = self.preset.name.clone();
            return Err(SolverError::Protocol {
                solver,
                message: "pop without push".into(),
            });
        }
        if let Some(session) = &mut self.session {
            session.script.pop(&mut session.pending);
        }
        Ok(())
    }

    fn assert(&mut self, term: TermId) -> Result<(), SolverError> {
        self.scopes.assert(&self.terms, term, &self.preset.name)?;
        let logic = self.preset.logics.logic(self.scopes.theory());
        // A process for another logic is replaced by the next query, with all assertions.
        if let Some(session) = self.session.as_mut().filter(|s| s.logic == logic) {
            session.assert(&self.terms, term);
        }
        Ok(())
    }

    fn check(&mut self, assumptions: &[TermId], budget: &Budget) -> Answer {
        let exhausted = || {
            if budget.cancel.is_cancelled() {
                Answer::Unknown(Cause::Cancelled)
            } else {
                Answer::Unknown(Cause::Timeout)
            }
        };
        if budget.is_exhausted() {
            return exhausted();
        }
        let trouble = match self.decide(assumptions, budget) {
            Ok(answer) => return answer,
            Err(trouble) => trouble,
        };
        // The conversation cannot go on: the next query starts a new process.
        self.session = None;
        match trouble {
            Trouble::Budget => exhausted(),
            Trouble::Solver(words) => Answer::Unknown(cause_of(words)),
        }
    }
}
