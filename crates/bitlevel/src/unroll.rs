//! Steps of a circuit one after another as one formula, given to a solver as it is needed.
//!
//! Every step's nodes are rebuilt over the literals of the step before, so that constants and
//! common parts vanish across steps.

use crate::gates::sat;
use crate::{Counters, Stop};
use invar_budget::Budget;
use invar_budget::Moment;
use invar_circuit::{Circuit, Lit, Node, Reset, Run};
use invar_sat::{Answer, Domain, Sat};

/// Where an unrolling begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Start {
    /// In the first states.
    Reset,
    /// Anywhere.
    Anywhere,
}

/// A circuit unrolled.
pub(crate) struct Unrolling<'a> {
    circuit: &'a Circuit,
    start: Start,
    formula: Circuit,
    /// Per step, what the nodes are in the formula.
    steps: Vec<Vec<Lit>>,
    solver: Box<dyn Sat>,
    /// Which nodes of the formula the solver knows.
    known: Vec<bool>,
    pub counters: Counters,
}

impl<'a> Unrolling<'a> {
    pub(crate) fn new(circuit: &'a Circuit, start: Start, solver: Box<dyn Sat>) -> Unrolling<'a> {
        Unrolling {
            circuit,
            start,
            formula: Circuit::new(),
            steps: Vec::new(),
            solver,
            known: Vec::new(),
            counters: Counters::default(),
        }
    }

    /// Number of steps.
    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    /// Adds a step; its constraints hold from now on.
    pub(crate) fn extend(&mut self) {
        self.extend_freely();
        self.constrain(self.len() - 1);
    }

    /// Requires the constraints of a step.
    pub(crate) fn constrain(&mut self, step: usize) {
        for constraint in &self.circuit.constraints {
            self.require(&[self.at(step, *constraint)]);
        }
    }

    /// Adds a step whose constraints need not hold.
    pub(crate) fn extend_freely(&mut self) {
        let mut values: Vec<Lit> = Vec::with_capacity(self.circuit.nodes().len());
        for node in self.circuit.nodes() {
            let literal = match *node {
                Node::False => Lit::FALSE,
                Node::Input(_) => self.formula.add_input(""),
                Node::Latch(number) => {
                    let latch = self.circuit.latches()[number as usize];
                    match (self.steps.last(), self.start, latch.reset) {
                        (Some(before), _, _) => of(before, latch.next),
                        (None, Start::Reset, Reset::Zero) => Lit::FALSE,
                        (None, Start::Reset, Reset::One) => Lit::TRUE,
                        (None, _, _) => self.formula.add_input(""),
                    }
                }
                Node::And(a, b) => self.formula.and(of(&values, a), of(&values, b)),
            };
            values.push(literal);
        }
        self.steps.push(values);
    }

    /// A literal of the circuit at a step.
    pub(crate) fn at(&self, step: usize, literal: Lit) -> Lit {
        of(&self.steps[step], literal)
    }

    /// The formula, to build on.
    pub(crate) fn formula(&mut self) -> &mut Circuit {
        &mut self.formula
    }

    /// Requires a clause of literals of the formula.
    pub(crate) fn require(&mut self, clause: &[Lit]) {
        clause.iter().for_each(|l| self.encode(*l));
        let clause: Vec<_> = clause.iter().map(|l| sat(*l)).collect();
        self.solver.add_clause(&clause);
    }

    /// Whether the literals of the formula can hold together.
    pub(crate) fn ask(&mut self, literals: &[Lit], budget: &Budget) -> Result<Answer, Stop> {
        literals.iter().for_each(|l| self.encode(*l));
        let assumptions: Vec<_> = literals.iter().map(|l| sat(*l)).collect();
        let start = Moment::now();
        let answer = self.solver.solve(&assumptions, &[], Domain::All, budget);
        self.counters.solving += start.elapsed();
        self.counters.queries += 1;
        self.counters.frames = self.counters.frames.max(self.len() as u32);
        match answer {
            Answer::Unknown => Err(Stop::Time),
            answer => Ok(answer),
        }
    }

    /// After a satisfiable question: the run.
    pub(crate) fn run(&self, property: usize) -> Run {
        let value = |step: usize, var: invar_circuit::Var| {
            let literal = self.at(step, var.lit());
            if literal.is_constant() {
                // Constants need not be encoded.
                return literal == Lit::TRUE;
            }
            let known = self.known.get(literal.var().index()) == Some(&true);
            known && self.solver.value(sat(literal)) == Some(true)
        };
        let latches = self.circuit.latches().iter().map(|l| value(0, l.var));
        let inputs = (0..self.len()).map(|step| {
            let inputs = self.circuit.inputs().iter();
            inputs.map(|input| value(step, *input)).collect()
        });
        Run {
            property,
            latches: latches.collect(),
            inputs: inputs.collect(),
        }
    }

    /// Adds the clauses that define a literal to the solver.
    fn encode(&mut self, literal: Lit) {
        let count = self.formula.nodes().len();
        while (self.solver.variables() as usize) < count {
            self.solver.new_var();
        }
        self.known.resize(count, false);
        let mut open = vec![literal.var()];
        while let Some(var) = open.pop() {
            if std::mem::replace(&mut self.known[var.index()], true) {
                continue;
            }
            match self.formula.node(var) {
                Node::False => self.solver.add_clause(&[sat(Lit::TRUE)]),
                Node::And(a, b) => {
                    let out = var.lit();
                    self.solver.add_clause(&[sat(!out), sat(a)]);
                    self.solver.add_clause(&[sat(!out), sat(b)]);
                    self.solver.add_clause(&[sat(out), sat(!a), sat(!b)]);
                    open.extend([a.var(), b.var()]);
                }
                Node::Input(_) | Node::Latch(_) => {}
            }
        }
    }
}

fn of(values: &[Lit], literal: Lit) -> Lit {
    values[literal.var().index()] ^ literal.is_negated()
}
