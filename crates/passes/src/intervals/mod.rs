//! Interval analysis: in which range every variable stays, without a solver.
//!
//! Correctness. The analysis computes for every location a range per variable, in the reading of
//! the variable's type, such that the ranges at a location contain the ranges that each edge makes
//! of those at its source: a post-fixpoint, reached by widening at loop heads and improved by
//! narrowing, where an improved candidate is accepted only if a sweep over the program shows it to
//! be a post-fixpoint again. Since all executions start at zero, all stay within the ranges. An
//! edge that makes the empty range of its source is taken by no execution. The facts `low <= x <=
//! high` at loop heads are inductive from cut point to cut point, because between loop heads the
//! ranges are computed from those at loop heads alone; ranges of variables that are not live there
//! influence nothing that follows, and they are forgotten.

mod arithmetic;
mod fixpoint;
mod operators;
mod range;
#[cfg(test)]
mod tests;
mod view;

use crate::dataflow::Analysed;
use crate::liveness::Deaths;
use crate::rebuild::Rewritten;
use crate::uses::Uses;
use crate::varmap::VarMap;
use invar_cfa::{CutPoints, EdgeId, LocId, Operation, Program, VarId};
use invar_term::{Sort, TermId};
pub(crate) use range::Range;
use range::{Bits, MAX_WIDTH};
use view::{Known, View};

/// The ranges at a location of live variables of which something is known, in their reading.
type State = VarMap<Range>;

/// Removes edges that are infeasible by intervals, drops conditions that always hold, puts in
/// values that are known. Facts, the ranges of variables, are stated at the loop heads and at
/// `places`.
pub fn propagate_intervals(program: &Program, places: &[LocId]) -> Rewritten {
    let cfa = program.entry_cfa();
    let cuts = CutPoints::of(cfa);
    let domain = Domain::of(program);
    let Some(states) = fixpoint::fixpoint(&domain, &cuts) else {
        let note = Some("intervals given up: too much work");
        return Rewritten {
            note,
            ..Rewritten::unchanged(program)
        };
    };
    let operation = |state: &State, id| domain.simplified(state, &cfa.edge(id).operation);
    let facts = |state: &State, variable| domain.facts(state, variable).into_iter().collect();
    Analysed {
        program,
        cuts: &cuts,
        uses: &domain.uses,
        states,
    }
    .rewrite(places, operation, facts)
}

/// The ranges of terms at the edges of a program.
pub(crate) struct Ranges<'a> {
    domain: Domain<'a>,
    states: Vec<Option<State>>,
}

impl<'a> Ranges<'a> {
    /// Analyses a program; `None` if it is too much work.
    pub(crate) fn of(program: &'a Program) -> Option<Ranges<'a>> {
        let domain = Domain::of(program);
        let states = fixpoint::fixpoint(&domain, &CutPoints::of(program.entry_cfa()))?;
        Some(Ranges { domain, states })
    }

    /// Whether an execution may get to where an edge starts.
    pub(crate) fn is_reached(&self, edge: EdgeId) -> bool {
        self.state(edge).is_some()
    }

    /// The unsigned values of a term where an edge starts; `None` if nothing is known.
    pub(crate) fn at(&self, edge: EdgeId, term: TermId) -> Option<Range> {
        match View::new(&self.domain, self.state(edge)?).eval(term) {
            Known::Bits(bits) => Some(bits.unsigned),
            Known::Truth(_) | Known::Nothing => None,
        }
    }

    fn state(&self, edge: EdgeId) -> Option<&State> {
        let from = self.domain.program.entry_cfa().edge(edge).from;
        self.states[from.0 as usize].as_ref()
    }
}

/// How states describe the variables of a program.
struct Domain<'a> {
    program: &'a Program,
    uses: Uses,
    deaths: Deaths,
    /// All values of each variable.
    full: Vec<Option<Range>>,
}

impl<'a> Domain<'a> {
    fn of(program: &'a Program) -> Domain<'a> {
        let uses = Uses::of(program);
        let full = |v: VarId| match program.sort(v) {
            Sort::BitVec(width) if *width <= MAX_WIDTH => {
                Some(if program.variable(v).integer.signed {
                    Range::signed(*width)
                } else {
                    Range::unsigned(*width)
                })
            }
            _ => None,
        };
        Domain {
            program,
            deaths: Deaths::of(program, &uses),
            uses,
            full: program.variable_ids().map(full).collect(),
        }
    }

    /// All values of a variable in the reading of its type; `None` if it is not tracked.
    fn full(&self, variable: VarId) -> Option<Range> {
        self.full[variable.0 as usize]
    }

    /// All tracked variables are zero.
    fn initial(&self) -> State {
        let mut state = VarMap::new(self.program.variables.len());
        for variable in self.deaths.live_at_entry() {
            state.set(*variable, self.full(*variable).map(|_| Range::point(0)));
        }
        state
    }

    /// The state after an edge, without what is dead there, or `None` if it cannot be taken.
    fn beyond(&self, state: &State, id: EdgeId) -> Option<State> {
        let mut after = self.after(state, &self.program.entry_cfa().edge(id).operation)?;
        for dead in self.deaths.on(id) {
            after.set(*dead, None);
        }
        Some(after)
    }

    /// What a state says about a variable; `None` if it is not tracked.
    fn bits_of(&self, state: &State, variable: VarId) -> Option<Bits> {
        let full = self.full(variable)?;
        let width = self.program.sort(variable).width()?;
        let range = state.get(variable).unwrap_or(full);
        let (unsigned, signed) = if full.low < 0 {
            (Range::unsigned(width), range)
        } else {
            (range, Range::signed(width))
        };
        Bits::of(width, unsigned, signed)
    }

    /// Stores what is known about a variable.
    fn set(&self, state: &mut State, variable: VarId, bits: Option<Bits>) {
        let range = self.full(variable).zip(bits).and_then(|(full, bits)| {
            let range = if full.low < 0 {
                bits.signed
            } else {
                bits.unsigned
            };
            (range != full).then_some(range)
        });
        state.set(variable, range);
    }

    /// The state after an operation, or `None` if it cannot be taken.
    fn after(&self, state: &State, operation: &Operation) -> Option<State> {
        match operation {
            Operation::Skip => Some(state.clone()),
            Operation::Assume { condition, .. } => {
                let mut view = View::new(self, state);
                view.assume(*condition).ok()?;
                Some(view.into_state())
            }
            Operation::Assign { target, value } => {
                let mut after = state.clone();
                let bits = match View::new(self, state).eval(*value) {
                    Known::Bits(bits) => Some(bits),
                    _ => None,
                };
                self.set(&mut after, *target, bits);
                Some(after)
            }
            Operation::Havoc { target, .. } => {
                let mut after = state.clone();
                after.set(*target, None);
                Some(after)
            }
            Operation::Call { .. } => unreachable!("passes run after inlining"),
        }
    }

    /// The operation with what the state makes of it, or `None` if it cannot be taken.
    fn simplified(&self, state: &State, operation: &Operation) -> Option<Operation> {
        Some(match operation {
            Operation::Assume { condition, .. } => {
                if View::new(self, state).eval(*condition) == Known::Truth(true) {
                    return Some(Operation::Skip);
                }
                View::new(self, state).assume(*condition).ok()?;
                operation.clone()
            }
            Operation::Assign { target, value } => match View::new(self, state).eval(*value) {
                Known::Bits(bits) if bits.single().is_some() => {
                    let constant = bits.single().expect("just asked");
                    let value = self.program.terms.bv(constant.width(), constant.unsigned());
                    Operation::Assign {
                        target: *target,
                        value,
                    }
                }
                _ => operation.clone(),
            },
            other => other.clone(),
        })
    }

    /// `low <= x` and `x <= high` where they say something.
    fn facts(&self, state: &State, variable: VarId) -> Vec<TermId> {
        let (Some(full), Some(range)) = (self.full(variable), state.get(variable)) else {
            return Vec::new();
        };
        let terms = &self.program.terms;
        let symbol = self.program.symbol(variable);
        let constant = |value: i128| terms.bv_signed(terms.width(symbol), value);
        if range.single().is_some() {
            return vec![terms.eq(symbol, constant(range.low))];
        }
        let at_most = |a: TermId, b: TermId| {
            if full.low < 0 {
                terms.bv_sle(a, b)
            } else {
                terms.bv_ule(a, b)
            }
        };
        let mut facts = Vec::new();
        if range.low > full.low {
            facts.push(at_most(constant(range.low), symbol));
        }
        if range.high < full.high {
            facts.push(at_most(symbol, constant(range.high)));
        }
        facts
    }
}
