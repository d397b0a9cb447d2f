//! Everything a solver is asked, as SMT-LIB scripts that a plain solver binary replays.

use crate::scopes::Scopes;
use crate::script::Script;
use crate::{Answer, Budget, Solver, SolverError, SolverFactory, SolverSet};
use invar_term::{Op, TermId, TermStore};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Makes solvers that write one script each, `<solver>-<number>.smt2`, to a directory.
///
/// A query is written before it is asked, so that it is there after a crash, and followed by its
/// answer as a comment `; expect sat`, `unsat` or `unknown`.
pub struct LoggedFactory {
    inner: Arc<dyn SolverFactory>,
    directory: PathBuf,
    made: AtomicU64,
}

impl LoggedFactory {
    /// Logs the solvers of `inner` to `directory`, which is created.
    ///
    /// # Errors
    /// If the directory cannot be created.
    pub fn new(inner: Arc<dyn SolverFactory>, directory: &Path) -> std::io::Result<LoggedFactory> {
        fs::create_dir_all(directory)?;
        Ok(LoggedFactory {
            inner,
            directory: directory.to_path_buf(),
            made: AtomicU64::new(0),
        })
    }
}

impl SolverFactory for LoggedFactory {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn answered(&self) -> SolverSet {
        self.inner.answered()
    }

    fn make(&self, terms: &Arc<TermStore>) -> Result<Box<dyn Solver>, SolverError> {
        let number = self.made.fetch_add(1, Ordering::Relaxed);
        let name: String = self
            .name()
            .chars()
            .map(|c| {
                if c.is_ascii_alphanumeric() || c == '.' {
                    c
                } else {
                    '-'
                }
            })
            .collect();
        let path = self.directory.join(format!("{name}-{number:04}.smt2"));
        let file = File::create(&path).map_err(|e| SolverError::Start {
            program: path.display().to_string(),
            message: e.to_string(),
        })?;
        let mut logged = Logged {
            inner: self.inner.make(terms)?,
            terms: Arc::clone(terms),
            file,
            script: Script::new(),
            scopes: Scopes::default(),
            proxies: 0,
        };
        logged.write("(set-option :global-declarations true)\n(set-logic ALL)\n");
        Ok(Box::new(logged))
    }
}

struct Logged {
    inner: Box<dyn Solver>,
    terms: Arc<TermStore>,
    file: File,
    script: Script,
    /// Only the proxies of assumptions are kept here.
    scopes: Scopes<String>,
    proxies: u64,
}

impl Logged {
    /// A full disk must not change an answer: what cannot be written is lost.
    fn write(&mut self, text: &str) {
        let _ = self.file.write_all(text.as_bytes());
    }

    fn literal(&mut self, term: TermId, script: &mut String) -> String {
        if let Some(proxy) = self.scopes.proxy(term) {
            return proxy.clone();
        }
        let text = self.script.term(&self.terms, term, script);
        if matches!(self.terms.op(term), Op::Symbol(_)) {
            return text;
        }
        self.proxies += 1;
        let proxy = format!("$p{}", self.proxies);
        let _ = writeln!(
            script,
            "(declare-const {proxy} Bool)\n(assert (=> {proxy} {text}))"
        );
        self.scopes.set_proxy(term, proxy.clone());
        proxy
    }
}

impl Solver for Logged {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn push(&mut self) -> Result<(), SolverError> {
        self.inner.push()?;
        self.scopes.push();
        let mut script = String::new();
        self.script.push(&mut script);
        self.write(&script);
        Ok(())
    }

    fn pop(&mut self) -> Result<(), SolverError> {
        self.inner.pop()?;
        self.scopes.pop();
        let mut script = String::new();
        self.script.pop(&mut script);
        self.write(&script);
        Ok(())
    }

    fn assert(&mut self, term: TermId) -> Result<(), SolverError> {
        self.inner.assert(term)?;
        let mut script = String::new();
        let text = self.script.term(&self.terms, term, &mut script);
        let _ = writeln!(script, "(assert {text})");
        self.write(&script);
        Ok(())
    }

    fn check(&mut self, assumptions: &[TermId], budget: &Budget) -> Answer {
        let mut script = String::new();
        let literals: Vec<String> = assumptions
            .iter()
            .map(|a| self.literal(*a, &mut script))
            .collect();
        if literals.is_empty() {
            script.push_str("(check-sat)\n");
        } else {
            let _ = writeln!(script, "(check-sat-assuming ({}))", literals.join(" "));
        }
        self.write(&script);
        let answer = self.inner.check(assumptions, budget);
        self.write(match &answer {
            Answer::Sat(_) => "; expect sat\n",
            Answer::Unsat(_) => "; expect unsat\n",
            Answer::Unknown(_) => "; expect unknown\n",
        });
        answer
    }
}
