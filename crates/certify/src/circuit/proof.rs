//! The conditions of a proof as formulas.
//!
//! With `I` the conjunction of the clauses, `C` of the constraints, `B` the bad signal, `s_t` the
//! state and `i_t` the inputs at step `t`, these must have no solution:
//!
//! - initiation: a run `s_0 .. s_j` with `j < k` from a first state, `C` at all its steps, and
//!   `!I(s_j)`; if `k > 1`, also with `B(s_j, i_j)`;
//! - consecution: `s_0 .. s_k` with `I` and `C` (if `k > 1`, `!B`) at all steps before the last, and
//!   `!I(s_k)`; if `k > 1`, also with `C(s_k, i_k) & B(s_k, i_k)`;
//! - exclusion, for `k = 1`: `I(s_0) & C(s_0, i_0) & B(s_0, i_0)`.
//!
//! So `I` holds on all runs and nothing bad happens. It does not suffice that `I` holds in the first
//! states if `k > 1`: the step case needs it on `k` consecutive states.
//!
//! With `unique` the states of the step case are pairwise different: a shortest bad run visits no
//! state twice. Only latches count on which clauses, constraints or the bad signal depend, however
//! indirectly: the others can be left out of the circuit.

use super::cnf::MAX_LITERALS;
use super::refute::{Refutation, refute};
use super::unroll::Unrolling;
use super::{CircuitCertificateError, Condition, Culprit, ProofReport};
use invar_budget::Budget;
use invar_circuit::{Circuit, Lit, Node};

/// Why no run reaches a bad signal; see the head of this file for the conditions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CircuitProof<'a> {
    /// Clauses over nodes that do not depend on inputs.
    pub clauses: &'a [Vec<Lit>],
    /// Length of the step case, at least one.
    pub k: u32,
    /// Whether the states of the step case are taken to be pairwise different.
    pub unique: bool,
}

/// Checks that no run of the circuit reaches the bad signal of the property.
///
/// # Errors
/// If a condition fails, or is not shown within the budget: then nothing is known.
pub fn check_proof(
    circuit: &Circuit,
    property: usize,
    proof: &CircuitProof<'_>,
    budget: &Budget,
) -> Result<ProofReport, CircuitCertificateError> {
    let bad = circuit.bad.get(property).copied();
    let bad = bad.ok_or(CircuitCertificateError::Property(property))?;
    if proof.k == 0 {
        return Err(CircuitCertificateError::NoSteps);
    }
    // The number of steps comes from the witness: absurd ones must not take memory.
    let size = circuit.nodes().len().max(proof.clauses.len());
    if (proof.k as usize).saturating_mul(size) > MAX_LITERALS {
        return Err(CircuitCertificateError::Budget);
    }
    check_clauses(circuit, proof.clauses)?;
    let mut check = Check {
        circuit,
        bad,
        clauses: proof.clauses,
        steps: proof.k as usize,
        budget,
        report: ProofReport::default(),
    };
    check.initiation()?;
    check.consecution(proof.unique)?;
    if proof.k == 1 {
        check.exclusion()?;
    }
    Ok(check.report)
}

/// Clauses must be about states of this circuit.
fn check_clauses(circuit: &Circuit, clauses: &[Vec<Lit>]) -> Result<(), CircuitCertificateError> {
    let mut from_input = Vec::with_capacity(circuit.nodes().len());
    for node in circuit.nodes() {
        from_input.push(match *node {
            Node::False | Node::Latch(_) => false,
            Node::Input(_) => true,
            Node::And(left, right) => {
                from_input[left.var().index()] || from_input[right.var().index()]
            }
        });
    }
    for (clause, literals) in clauses.iter().enumerate() {
        for &literal in literals {
            match from_input.get(literal.var().index()) {
                Some(false) => {}
                Some(true) => {
                    return Err(CircuitCertificateError::DependsOnInput { clause, literal });
                }
                None => return Err(CircuitCertificateError::UnknownNode { clause, literal }),
            }
        }
    }
    Ok(())
}

struct Check<'a> {
    circuit: &'a Circuit,
    bad: Lit,
    clauses: &'a [Vec<Lit>],
    steps: usize,
    budget: &'a Budget,
    report: ProofReport,
}

/// A literal that is true if a condition is violated.
type Alarm = (i32, Culprit);

impl Check<'_> {
    fn initiation(&mut self) -> Result<(), CircuitCertificateError> {
        let steps = self.steps;
        let with_bad = (steps > 1).then_some(self.bad);
        let mut roots = self.roots(&[self.clause_literals(), self.circuit.constraints.clone()]);
        roots.extend(with_bad);
        let mut roots = vec![roots; steps];
        let latches = self.circuit.latches().iter();
        let resets = latches.filter_map(|latch| Some((latch.var.lit(), latch.reset.value()?)));
        let resets: Vec<Lit> = resets.map(|(latch, value)| latch ^ !value).collect();
        roots[0].extend(&resets);
        let mut frames = Unrolling::new(self.circuit, &roots, self.budget)?;
        for reset in resets {
            let literal = frames.literal(0, reset);
            frames.cnf.add(&[literal]);
        }
        let mut alarms = Vec::new();
        let mut lasted = None;
        for step in 0..steps {
            // The run lasts at least to this step: constraints hold up to here.
            let lasts = frames.cnf.variable();
            if let Some(before) = lasted.replace(lasts) {
                frames.cnf.add(&[-lasts, before]);
            }
            for &constraint in &self.circuit.constraints {
                let literal = frames.literal(step, constraint);
                frames.cnf.add(&[-lasts, literal]);
            }
            let start = alarms.len();
            self.violations(&mut frames, step, &mut alarms);
            if let Some(bad) = with_bad {
                let alarm = frames.cnf.variable();
                let literal = frames.literal(step, bad);
                frames.cnf.add(&[-alarm, literal]);
                alarms.push((alarm, Culprit::Bad));
            }
            for (alarm, _) in &alarms[start..] {
                frames.cnf.add(&[-alarm, lasts]);
            }
        }
        self.refute(Condition::Initiation, frames, &alarms)
    }

    fn consecution(&mut self, unique: bool) -> Result<(), CircuitCertificateError> {
        let steps = self.steps;
        let with_bad = (steps > 1).then_some(self.bad);
        let mut before = self.roots(&[self.clause_literals(), self.circuit.constraints.clone()]);
        before.extend(with_bad);
        let mut last = self.clause_literals();
        if with_bad.is_some() {
            last.clone_from(&before);
        }
        let latches = if unique {
            self.latches_that_matter()
        } else {
            Vec::new()
        };
        before.extend(&latches);
        last.extend(&latches);
        let mut roots = vec![before; steps];
        roots.push(last);
        let mut frames = Unrolling::new(self.circuit, &roots, self.budget)?;
        for step in 0..steps {
            self.assume(&mut frames, step)?;
            if let Some(bad) = with_bad {
                let literal = frames.literal(step, bad);
                frames.cnf.add(&[-literal]);
            }
        }
        if unique {
            self.distinguish(&mut frames, &latches)?;
        }
        let mut alarms = Vec::new();
        self.violations(&mut frames, steps, &mut alarms);
        if let Some(bad) = with_bad {
            let alarm = frames.cnf.variable();
            for &held in self.circuit.constraints.iter().chain([&bad]) {
                let literal = frames.literal(steps, held);
                frames.cnf.add(&[-alarm, literal]);
            }
            alarms.push((alarm, Culprit::Bad));
        }
        self.refute(Condition::Consecution, frames, &alarms)
    }

    fn exclusion(&mut self) -> Result<(), CircuitCertificateError> {
        let constraints = self.circuit.constraints.clone();
        let roots = self.roots(&[self.clause_literals(), constraints, vec![self.bad]]);
        let mut frames = Unrolling::new(self.circuit, &[roots], self.budget)?;
        self.assume(&mut frames, 0)?;
        let alarm = frames.literal(0, self.bad);
        self.refute(Condition::Exclusion, frames, &[(alarm, Culprit::Bad)])
    }

    /// Clauses and constraints hold at the step.
    fn assume(&self, frames: &mut Unrolling, step: usize) -> Result<(), CircuitCertificateError> {
        for clause in self.clauses {
            let clause: Vec<i32> = clause.iter().map(|l| frames.literal(step, *l)).collect();
            frames.cnf.add(&clause);
        }
        for &constraint in &self.circuit.constraints {
            let literal = frames.literal(step, constraint);
            frames.cnf.add(&[literal]);
        }
        frames.cnf.check_size()
    }

    /// For each clause an alarm that implies that it is violated at the step.
    fn violations(&self, frames: &mut Unrolling, step: usize, alarms: &mut Vec<Alarm>) {
        for (number, clause) in self.clauses.iter().enumerate() {
            let alarm = frames.cnf.variable();
            for &literal in clause {
                let literal = frames.literal(step, literal);
                frames.cnf.add(&[-alarm, -literal]);
            }
            alarms.push((alarm, Culprit::Clause(number)));
        }
    }

    /// Any two frames differ on one of the latches.
    fn distinguish(
        &self,
        frames: &mut Unrolling,
        latches: &[Lit],
    ) -> Result<(), CircuitCertificateError> {
        for later in 1..=self.steps {
            for earlier in 0..later {
                let mut differences = Vec::new();
                for &latch in latches {
                    let difference = frames.cnf.variable();
                    let (a, b) = (frames.literal(earlier, latch), frames.literal(later, latch));
                    frames.cnf.add(&[-difference, a, b]);
                    frames.cnf.add(&[-difference, -a, -b]);
                    differences.push(difference);
                }
                frames.cnf.add(&differences);
                frames.cnf.check_size()?;
            }
            if self.budget.is_exhausted() {
                return Err(CircuitCertificateError::Budget);
            }
        }
        Ok(())
    }

    /// The latches on which clauses, constraints or the bad signal depend, through any number of
    /// steps.
    fn latches_that_matter(&self) -> Vec<Lit> {
        let nodes = self.circuit.nodes();
        let mut seen = vec![false; nodes.len()];
        let constraints = self.circuit.constraints.clone();
        let mut open = self.roots(&[self.clause_literals(), constraints, vec![self.bad]]);
        while let Some(literal) = open.pop() {
            if std::mem::replace(&mut seen[literal.var().index()], true) {
                continue;
            }
            match nodes[literal.var().index()] {
                Node::And(left, right) => open.extend([left, right]),
                Node::Latch(number) => open.push(self.circuit.latches()[number as usize].next),
                Node::False | Node::Input(_) => {}
            }
        }
        let latches = self.circuit.latches().iter().map(|latch| latch.var);
        let latches = latches.filter(|var| seen[var.index()]);
        latches.map(|var| var.lit()).collect()
    }

    fn clause_literals(&self) -> Vec<Lit> {
        self.clauses.concat()
    }

    fn roots(&self, parts: &[Vec<Lit>]) -> Vec<Lit> {
        let mut roots = parts.concat();
        roots.sort_unstable();
        roots.dedup();
        roots
    }

    /// No alarm can be raised: the formula and "one of the alarms" is refuted.
    fn refute(
        &mut self,
        condition: Condition,
        frames: Unrolling,
        alarms: &[Alarm],
    ) -> Result<(), CircuitCertificateError> {
        let mut formula = frames.cnf;
        let literals: Vec<i32> = alarms.iter().map(|(alarm, _)| *alarm).collect();
        formula.add(&literals);
        formula.check_size()?;
        self.report.questions += 1;
        self.report.variables += formula.variables();
        self.report.clauses += formula.len() as u64;
        match refute(formula, &literals, self.budget) {
            Refutation::Checked { lemmas, hints } => {
                self.report.lemmas += lemmas;
                self.report.hints += hints;
                Ok(())
            }
            Refutation::Satisfied(raised) => {
                let culprit = alarms.iter().find(|(alarm, _)| raised.contains(alarm));
                let culprit = culprit.map_or(Culprit::Bad, |(_, culprit)| *culprit);
                Err(CircuitCertificateError::Fails { condition, culprit })
            }
            Refutation::Unproved(error) => {
                Err(CircuitCertificateError::Unproved { condition, error })
            }
            Refutation::Budget => Err(CircuitCertificateError::Budget),
            Refutation::Failed(message) => Err(CircuitCertificateError::Solver(message)),
        }
    }
}
