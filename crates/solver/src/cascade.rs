//! Several solvers with one interface: the first that can decide a query does.
//!
//! Solvers differ in what they know, and those that know less are often quicker. A solver begins
//! with the first of the list. Where that one is not installed, does not know a theory, fails or
//! gives up, all assertions go to the next, for good: what was too much for a solver once stays
//! asserted or comes again. Only time that ran out is an answer, since there is none left.

use crate::{
    Answer, Budget, Cause, SmtLibFactory, Solver, SolverError, SolverFactory, SolverSet, Z3Factory,
};
use invar_term::{TermId, TermStore};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Makes solvers that hand a query on until one of several decides it.
pub struct CascadeFactory {
    members: Arc<[Member]>,
    name: String,
}

struct Member {
    factory: Box<dyn SolverFactory>,
    /// Whether an answer came from it.
    answered: AtomicBool,
}

impl CascadeFactory {
    /// The solvers of these factories, in this order.
    pub fn new(factories: Vec<Box<dyn SolverFactory>>) -> CascadeFactory {
        let names: Vec<&str> = factories.iter().map(|f| f.name()).collect();
        let name = names.join("+");
        let members = factories.into_iter().map(|factory| Member {
            factory,
            answered: AtomicBool::new(false),
        });
        CascadeFactory {
            members: members.collect(),
            name,
        }
    }

    /// Quick ones for bounded model checking over bit-vectors, arrays and floats: Yices, Bitwuzla
    /// for what Yices does not know, and Z3 for the rest.
    pub fn quick() -> CascadeFactory {
        CascadeFactory::new(vec![
            Box::new(SmtLibFactory::yices()),
            Box::new(SmtLibFactory::bitwuzla()),
            Box::new(Z3Factory::default()),
        ])
    }
}

impl SolverFactory for CascadeFactory {
    /// All names, with `+` between them.
    fn name(&self) -> &str {
        &self.name
    }

    fn answered(&self) -> SolverSet {
        let heard = self.members.iter();
        let heard = heard.filter(|member| member.answered.load(Ordering::Relaxed));
        let sets = heard.map(|member| member.factory.answered());
        sets.fold(SolverSet::EMPTY, SolverSet::union)
    }

    fn make(&self, terms: &Arc<TermStore>) -> Result<Box<dyn Solver>, SolverError> {
        let frames = vec![Vec::new()];
        let (position, current) = start(&self.members, 0, terms, &frames)?;
        Ok(Box::new(Cascade {
            members: Arc::clone(&self.members),
            terms: Arc::clone(terms),
            position,
            current,
            frames,
        }))
    }
}

/// The first member from `position` on that takes all assertions; the error is that of the last.
fn start(
    members: &[Member],
    position: usize,
    terms: &Arc<TermStore>,
    frames: &[Vec<TermId>],
) -> Result<(usize, Box<dyn Solver>), SolverError> {
    let mut error = SolverError::Protocol {
        solver: "cascade".into(),
        message: "no solver is left".into(),
    };
    for (position, member) in members.iter().enumerate().skip(position) {
        match started(member, terms, frames) {
            Ok(solver) => return Ok((position, solver)),
            Err(reason) => error = reason,
        }
    }
    Err(error)
}

fn started(
    member: &Member,
    terms: &Arc<TermStore>,
    frames: &[Vec<TermId>],
) -> Result<Box<dyn Solver>, SolverError> {
    let mut solver = member.factory.make(terms)?;
    for (depth, frame) in frames.iter().enumerate() {
        if depth > 0 {
            solver.push()?;
        }
        for term in frame {
            solver.assert(*term)?;
        }
    }
    Ok(solver)
}

struct Cascade {
    members: Arc<[Member]>,
    terms: Arc<TermStore>,
    /// Which member is asked now.
    position: usize,
    /// Its solver, with all assertions.
    current: Box<dyn Solver>,
    /// What is asserted in each scope, the base first.
    frames: Vec<Vec<TermId>>,
}

impl Cascade {
    /// Goes on to the next member; without one nothing changes.
    fn advance(&mut self) -> Result<(), SolverError> {
        let next = self.position + 1;
        (self.position, self.current) = start(&self.members, next, &self.terms, &self.frames)?;
        Ok(())
    }

    /// Where the solver could not do what it was told, the next one is told everything.
    fn recover(&mut self, outcome: Result<(), SolverError>) -> Result<(), SolverError> {
        match outcome {
            Ok(()) => Ok(()),
            Err(failure) => self.advance().map_err(|_| failure),
        }
    }
}

impl Solver for Cascade {
    fn name(&self) -> &str {
        self.current.name()
    }

    fn push(&mut self) -> Result<(), SolverError> {
        self.frames.push(Vec::new());
        let outcome = self.current.push();
        self.recover(outcome)
    }

    fn pop(&mut self) -> Result<(), SolverError> {
        let outcome = self.current.pop();
        if self.frames.len() == 1 {
            // The solver has said that no scope is open.
            return outcome;
        }
        self.frames.pop();
        self.recover(outcome)
    }

    fn assert(&mut self, term: TermId) -> Result<(), SolverError> {
        self.frames
            .last_mut()
            .expect("the base is never closed")
            .push(term);
        let outcome = self.current.assert(term);
        self.recover(outcome)
    }

    fn check(&mut self, assumptions: &[TermId], budget: &Budget) -> Answer {
        loop {
            let answer = self.current.check(assumptions, budget);
            match &answer {
                Answer::Sat(_) | Answer::Unsat(_) => {
                    let member = &self.members[self.position];
                    member.answered.store(true, Ordering::Relaxed);
                    return answer;
                }
                Answer::Unknown(Cause::Timeout | Cause::Cancelled) => return answer,
                Answer::Unknown(_) if self.advance().is_err() => return answer,
                Answer::Unknown(_) => {}
            }
        }
    }
}
