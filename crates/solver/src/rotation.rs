//! Several solvers that take turns at each query, for growing slices of time.
//!
//! Which solver decides a query soon differs from query to query, and the one that does not may need
//! for ever. So each has a short slice first and longer ones later. The solver that answered last
//! is asked first and has longer slices, and one that does not know a theory or fails is left out from then on. With all slices together
//! a query takes at most a few times as long as the solver that suits it would.

use crate::{Answer, Budget, Cause, Solver, SolverError, SolverFactory, SolverSet};
use invar_term::{TermId, TermStore};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

/// The slice of each solver at first.
const FIRST_SLICE: Duration = Duration::from_millis(300);
/// The slice of the solver that is asked first is this many times as long.
const LEADER: u32 = 3;
/// A slice is this many times as long as the one before it.
const GROWTH: u32 = 3;

/// Makes solvers that ask several others in turn.
pub struct RotationFactory {
    shared: Arc<Shared>,
    name: String,
}

/// What the solvers of a factory have in common.
struct Shared {
    members: Vec<Member>,
    /// The member that answered last.
    latest: AtomicUsize,
}

struct Member {
    factory: Arc<dyn SolverFactory>,
    /// Whether an answer came from it.
    answered: AtomicBool,
}

impl RotationFactory {
    /// The solvers of these factories; the first is asked first.
    pub fn new(factories: Vec<Arc<dyn SolverFactory>>) -> RotationFactory {
        let names: Vec<&str> = factories.iter().map(|f| f.name()).collect();
        let name = names.join("+");
        let members = factories.into_iter().map(|factory| Member {
            factory,
            answered: AtomicBool::new(false),
        });
        let shared = Shared {
            members: members.collect(),
            latest: AtomicUsize::new(0),
        };
        RotationFactory {
            shared: Arc::new(shared),
            name,
        }
    }
}

impl SolverFactory for RotationFactory {
    /// All names, with `+` between them.
    fn name(&self) -> &str {
        &self.name
    }

    fn answered(&self) -> SolverSet {
        let heard = self.shared.members.iter();
        let heard = heard.filter(|member| member.answered.load(Ordering::Relaxed));
        let sets = heard.map(|member| member.factory.answered());
        sets.fold(SolverSet::EMPTY, SolverSet::union)
    }

    fn make(&self, terms: &Arc<TermStore>) -> Result<Box<dyn Solver>, SolverError> {
        let seats = match self.shared.members.as_slice() {
            // Where it is the only one, its absence is an error.
            [only] => vec![Seat::Ready(only.factory.make(terms)?)],
            members => members.iter().map(|_| Seat::Waiting).collect(),
        };
        Ok(Box::new(Rotation {
            shared: Arc::clone(&self.shared),
            terms: Arc::clone(terms),
            seats,
            frames: vec![Vec::new()],
            latest: self.shared.latest.load(Ordering::Relaxed),
        }))
    }
}

/// A member in one solver.
enum Seat {
    /// It has not been asked yet.
    Waiting,
    /// It knows all assertions.
    Ready(Box<dyn Solver>),
    /// It cannot decide what is asked here.
    Out,
}

struct Rotation {
    shared: Arc<Shared>,
    terms: Arc<TermStore>,
    seats: Vec<Seat>,
    /// What is asserted in each scope, the base first.
    frames: Vec<Vec<TermId>>,
    /// The member that answered last.
    latest: usize,
}

impl Rotation {
    /// Has all solvers that are ready do something; those that cannot are out.
    fn all(&mut self, mut act: impl FnMut(&mut dyn Solver) -> Result<(), SolverError>) {
        for seat in &mut self.seats {
            if let Seat::Ready(solver) = seat
                && act(&mut **solver).is_err()
            {
                *seat = Seat::Out;
            }
        }
    }

    /// One member's answer within a slice, if it is not out.
    fn ask(&mut self, index: usize, assumptions: &[TermId], slice: &Budget) -> Option<Answer> {
        if let Seat::Waiting = self.seats[index] {
            let factory = &*self.shared.members[index].factory;
            self.seats[index] = match started(factory, &self.terms, &self.frames) {
                Ok(solver) => Seat::Ready(solver),
                Err(_) => Seat::Out,
            };
        }
        match &mut self.seats[index] {
            Seat::Ready(solver) => Some(solver.check(assumptions, slice)),
            Seat::Waiting | Seat::Out => None,
        }
    }

    fn heard(&mut self, index: usize) {
        self.latest = index;
        self.shared.latest.store(index, Ordering::Relaxed);
        let member = &self.shared.members[index];
        member.answered.store(true, Ordering::Relaxed);
    }

    fn is_alone(&self, index: usize) -> bool {
        let others = self.seats.iter().enumerate();
        let mut others = others.filter(|(other, _)| *other != index);
        others.all(|(_, seat)| matches!(seat, Seat::Out))
    }
}

fn started(
    factory: &dyn SolverFactory,
    terms: &Arc<TermStore>,
    frames: &[Vec<TermId>],
) -> Result<Box<dyn Solver>, SolverError> {
    let mut solver = factory.make(terms)?;
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

impl Solver for Rotation {
    /// Of the solver that answered last.
    fn name(&self) -> &str {
        match self.shared.members.get(self.latest) {
            Some(member) => member.factory.name(),
            None => "no solver",
        }
    }

    fn push(&mut self) -> Result<(), SolverError> {
        self.frames.push(Vec::new());
        self.all(|solver| solver.push());
        Ok(())
    }

    fn pop(&mut self) -> Result<(), SolverError> {
        if self.frames.len() == 1 {
            return Err(SolverError::Protocol {
                solver: self.name().to_owned(),
                message: "no scope is open".into(),
            });
        }
        self.frames.pop();
        self.all(|solver| solver.pop());
        Ok(())
    }

    fn assert(&mut self, term: TermId) -> Result<(), SolverError> {
        let innermost = self.frames.last_mut();
        innermost.expect("the base is never closed").push(term);
        self.all(|solver| solver.assert(term));
        Ok(())
    }

    fn check(&mut self, assumptions: &[TermId], budget: &Budget) -> Answer {
        let count = self.seats.len();
        let mut slice = FIRST_SLICE;
        let mut last = Cause::GaveUp("there is no solver".into());
        loop {
            let mut open = false;
            let first = self.latest;
            for index in (0..count).map(|turn| (first + turn) % count) {
                let limit = match (self.is_alone(index), index == first) {
                    (true, _) => budget.clone(),
                    (false, true) => budget.at_most(slice.saturating_mul(LEADER)),
                    (false, false) => budget.at_most(slice),
                };
                let Some(answer) = self.ask(index, assumptions, &limit) else {
                    continue;
                };
                match answer {
                    Answer::Sat(_) | Answer::Unsat(_) => {
                        self.heard(index);
                        return answer;
                    }
                    Answer::Unknown(Cause::Timeout) => open = true,
                    Answer::Unknown(Cause::Cancelled) => return answer,
                    Answer::Unknown(cause) => {
                        self.seats[index] = Seat::Out;
                        last = cause;
                    }
                }
                if budget.is_exhausted() {
                    return Answer::Unknown(Cause::Timeout);
                }
            }
            if !open {
                return Answer::Unknown(last);
            }
            slice = slice.saturating_mul(GROWTH);
        }
    }
}
