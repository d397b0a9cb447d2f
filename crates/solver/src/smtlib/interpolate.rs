//! Interpolants from a program after a pipe.
//!
//! A new process answers each sequence. Parts that say nothing are not sent: in front of them and
//! after them the same interpolant holds.

use super::dialect::{Dialect, Numbers};
use super::process::{NoReply, Process};
use super::read_term::{Refused, read_term};
use super::sexpr::Sexpr;
use crate::locate::find;
use crate::script::Script;
use crate::theory::Theory;
use crate::{Budget, Cause, InterpolantAnswer, Interpolating, SolverError};
use invar_term::{Sort, TermId, TermStore, symbol_text};
use rustc_hash::FxHashMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Time for one reply. cvc5 searches for each cut anew, and what it does not find soon it hardly
/// ever finds.
const QUERY_TIMEOUT: Duration = Duration::from_secs(2);
/// Time for the first reply: a Java machine has to start.
const START: Duration = Duration::from_secs(5);

/// Asks a program for interpolants.
#[derive(Clone, Debug)]
pub struct ProcessInterpolation {
    dialect: Dialect,
    program: PathBuf,
    arguments: Vec<String>,
    timeout: Duration,
    memory_mb: Option<u64>,
}

impl ProcessInterpolation {
    /// The program of this dialect, where its environment variable says or found by name.
    ///
    /// # Errors
    /// If there is none.
    pub fn new(dialect: Dialect) -> Result<ProcessInterpolation, SolverError> {
        let missing = |program: &Path| SolverError::Start {
            program: program.display().to_string(),
            message: format!("no such program; name one in {}", dialect.variable()),
        };
        let program = dialect
            .program()
            .ok_or_else(|| missing(Path::new(dialect.name())))?;
        if find(&program).is_none() {
            return Err(missing(&program));
        }
        Self::with_program(dialect, &program)
    }

    /// A program that speaks this dialect.
    ///
    /// # Errors
    /// If it is not there.
    pub fn with_program(
        dialect: Dialect,
        program: &Path,
    ) -> Result<ProcessInterpolation, SolverError> {
        let (command, arguments) = dialect.command(program);
        for needed in [program, &command] {
            if find(needed).is_none() {
                return Err(SolverError::Start {
                    program: needed.display().to_string(),
                    message: "no such program".into(),
                });
            }
        }
        Ok(ProcessInterpolation {
            dialect,
            program: command,
            arguments,
            timeout: QUERY_TIMEOUT,
            memory_mb: None,
        })
    }

    /// Gives each reply this much time.
    #[must_use]
    pub fn with_patience(mut self, timeout: Duration) -> ProcessInterpolation {
        self.timeout = timeout;
        self
    }

    /// Limits the address space of each process, except that of a Java machine, which reserves
    /// more than it uses.
    #[must_use]
    pub fn with_memory_mb(mut self, megabytes: u64) -> ProcessInterpolation {
        let java = self.dialect == Dialect::SmtInterpol;
        self.memory_mb = (!java).then_some(megabytes);
        self
    }

    fn start(&self) -> Result<Process, SolverError> {
        Process::start(&self.program, &self.arguments, self.memory_mb).map_err(|error| {
            SolverError::Start {
                program: self.program.display().to_string(),
                message: error.to_string(),
            }
        })
    }
}

impl Interpolating for ProcessInterpolation {
    fn name(&self) -> &str {
        self.dialect.name()
    }

    fn sequence(
        &self,
        terms: &Arc<TermStore>,
        parts: &[Vec<TermId>],
        budget: &Budget,
    ) -> Result<InterpolantAnswer, SolverError> {
        let formulas: Vec<TermId> = parts.iter().map(|p| terms.and(p)).collect();
        let telling: Vec<TermId> = formulas
            .iter()
            .copied()
            .filter(|f| !terms.is_true(*f))
            .collect();
        let inner = match telling.len() {
            0 => return Ok(InterpolantAnswer::Satisfiable),
            1 => Vec::new(),
            _ => {
                let mut theory = Theory::default();
                theory.extend(terms, &terms.postorder(&telling));
                if let Some(what) = self.dialect.lacks(theory) {
                    let words = format!("{} does not interpolate {what}", self.name());
                    return Ok(InterpolantAnswer::Unknown(Cause::GaveUp(words)));
                }
                let process = self.start()?;
                let mut talk = Talk::new(self, terms, process, theory, &telling, budget);
                match talk.interpolants(&telling) {
                    Ok(found) => found,
                    Err(answer) => return Ok(answer),
                }
            }
        };
        // The interpolant in front of the first telling part is `true`, that after the last one
        // is `false`.
        let mut following = inner.into_iter().chain([terms.fls()]);
        let mut sequence = vec![terms.tru()];
        for formula in formulas {
            let last = sequence[sequence.len() - 1];
            let next = if terms.is_true(formula) {
                last
            } else {
                following.next().unwrap_or(last)
            };
            sequence.push(next);
        }
        Ok(InterpolantAnswer::Sequence(sequence))
    }
}

/// A conversation about one sequence.
struct Talk<'a> {
    dialect: Dialect,
    timeout: Duration,
    terms: &'a TermStore,
    process: Process,
    budget: &'a Budget,
    script: Script,
    /// Commands that have not been sent yet; none of them has a reply.
    pending: String,
    symbols: FxHashMap<String, TermId>,
}

impl<'a> Talk<'a> {
    fn new(
        settings: &ProcessInterpolation,
        terms: &'a TermStore,
        process: Process,
        theory: Theory,
        formulas: &[TermId],
        budget: &'a Budget,
    ) -> Self {
        let mut symbols = FxHashMap::default();
        for symbol in terms.symbols_of(formulas) {
            let text = symbol_text(terms, symbol);
            symbols.insert(text.trim_matches('|').to_owned(), terms.symbol_term(symbol));
        }
        let real = |t: &TermId| *terms.sort(*t) == Sort::Real;
        let numbers = if terms.postorder(formulas).iter().any(real) {
            Numbers::Reals
        } else {
            Numbers::Integers
        };
        let logic = settings.dialect.logic(theory, numbers);
        let pending = format!(
            "(set-option :print-success false)\n\
             (set-option :produce-interpolants true)\n\
             (set-logic {logic})\n"
        );
        Talk {
            dialect: settings.dialect,
            timeout: settings.timeout,
            terms,
            process,
            budget,
            script: Script::new(),
            pending,
            symbols,
        }
    }

    /// The interpolants between the formulas, one fewer than there are formulas.
    fn interpolants(&mut self, formulas: &[TermId]) -> Result<Vec<TermId>, InterpolantAnswer> {
        match self.dialect {
            Dialect::Cvc5 => self.one_cut_after_the_other(formulas),
            Dialect::SmtInterpol | Dialect::OpenSmt => self.of_names(formulas),
            Dialect::MathSat => self.of_groups(formulas),
        }
    }

    /// `I_k` between `I_(k-1) and f_k` and the formulas after it.
    fn one_cut_after_the_other(
        &mut self,
        formulas: &[TermId],
    ) -> Result<Vec<TermId>, InterpolantAnswer> {
        let mut found = Vec::new();
        let mut before = self.terms.tru();
        for cut in 1..formulas.len() {
            let left = self.terms.and(&[before, formulas[cut - 1]]);
            let right = self.terms.not(self.terms.and(&formulas[cut..]));
            // Declared and defined outside the scope, so that all cuts have it.
            let left = self.script.term(self.terms, left, &mut self.pending);
            let right = self.script.term(self.terms, right, &mut self.pending);
            let _ = writeln!(self.pending, "(push 1)\n(assert {left})");
            let reply = self.ask(&format!("(get-interpolant $i{cut} {right})"), self.timeout)?;
            let _ = writeln!(self.pending, "(pop 1)");
            before = match reply.list() {
                Some([Sexpr::Atom(head), _, _, _, body]) if head == "define-fun" => {
                    self.formula(body)?
                }
                _ => return Err(gave_up("it found no interpolant")),
            };
            found.push(before);
        }
        Ok(found)
    }

    fn of_names(&mut self, formulas: &[TermId]) -> Result<Vec<TermId>, InterpolantAnswer> {
        self.refute(formulas, ":named")?;
        let mut command = String::from("(get-interpolants");
        for part in 0..formulas.len() {
            let _ = write!(command, " $p{part}");
        }
        command.push(')');
        let reply = self.ask(&command, self.timeout)?;
        match reply.list() {
            Some(all) if all.len() + 1 == formulas.len() => {
                all.iter().map(|one| self.formula(one)).collect()
            }
            _ => Err(gave_up("not as many interpolants as there are cuts")),
        }
    }

    fn of_groups(&mut self, formulas: &[TermId]) -> Result<Vec<TermId>, InterpolantAnswer> {
        self.refute(formulas, ":interpolation-group")?;
        let mut found = Vec::new();
        let mut groups = String::new();
        for cut in 1..formulas.len() {
            let _ = write!(groups, " $p{}", cut - 1);
            let command = format!("(get-interpolant ({}))", groups.trim_start());
            let reply = self.ask(&command, self.timeout)?;
            found.push(self.formula(&reply)?);
        }
        Ok(found)
    }

    /// Asserts the formulas, each with its name, and has them refuted.
    fn refute(&mut self, formulas: &[TermId], attribute: &str) -> Result<(), InterpolantAnswer> {
        for (part, formula) in formulas.iter().enumerate() {
            let text = self.script.term(self.terms, *formula, &mut self.pending);
            let _ = writeln!(self.pending, "(assert (! {text} {attribute} $p{part}))");
        }
        let reply = self.ask("(check-sat)", self.timeout.max(START))?;
        match reply.atom() {
            Some("unsat") => Ok(()),
            Some("sat") => Err(InterpolantAnswer::Satisfiable),
            _ => Err(gave_up("it does not say whether there is a model")),
        }
    }

    fn ask(&mut self, command: &str, time: Duration) -> Result<Sexpr, InterpolantAnswer> {
        let mut text = std::mem::take(&mut self.pending);
        text.push_str(command);
        text.push('\n');
        self.process.send(text);
        let budget = self.budget.at_most(time);
        match self.process.receive(&budget) {
            Ok(reply) => match reply.error() {
                Some(message) => Err(gave_up(message)),
                None => Ok(reply),
            },
            Err(NoReply::Budget) if budget.cancel.is_cancelled() => {
                Err(InterpolantAnswer::Unknown(Cause::Cancelled))
            }
            Err(NoReply::Budget) => Err(InterpolantAnswer::Unknown(Cause::Timeout)),
            Err(NoReply::Ended(words)) => Err(gave_up(&format!("the process ended: {words}"))),
        }
    }

    fn formula(&self, text: &Sexpr) -> Result<TermId, InterpolantAnswer> {
        let refused = |Refused(what)| gave_up(&format!("an interpolant has {what}"));
        let term = read_term(self.terms, &self.symbols, text).map_err(refused)?;
        match self.terms.sort(term) {
            Sort::Bool => Ok(term),
            _ => Err(gave_up("an interpolant that is no formula")),
        }
    }
}

fn gave_up(words: &str) -> InterpolantAnswer {
    let mut words = words.to_owned();
    words.truncate(words.floor_char_boundary(300));
    InterpolantAnswer::Unknown(Cause::GaveUp(words))
}
