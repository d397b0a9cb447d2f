//! A circuit rebuilt without what is not needed, and the map back.

use super::Substitution;
use crate::signals::without_inputs;
use crate::{Outcome, Proof};
use invar_circuit::{Circuit, Lit, Node, Run, Var};

/// A smaller circuit and where its parts come from.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The smaller circuit; it has one property.
    pub circuit: Circuit,
    /// The circuit it was made from, as far as evidence needs it: first values of latches.
    resets: Vec<bool>,
    inputs_before: usize,
    property: usize,
    /// Per latch of the smaller circuit, its number and node in the given one.
    latches: Vec<(usize, Var)>,
    /// Per node of the smaller circuit, a node of the given one that became it, perhaps negated,
    /// and depends on latches alone.
    origins: Vec<Option<Lit>>,
    /// Per input of the smaller circuit, its number in the given one.
    inputs: Vec<usize>,
    /// What was used, over the given circuit.
    facts: Vec<Vec<Lit>>,
}

/// A copy of the part of a circuit that is needed, without properties and constraints.
struct Copy {
    circuit: Circuit,
    /// Per node of the given circuit, what it is in the copy.
    map: Vec<Lit>,
    /// Which latches were kept: number and node in the given circuit.
    latches: Vec<(usize, Var)>,
    /// Which inputs were kept.
    inputs: Vec<usize>,
}

fn copy(circuit: &Circuit, needed: &[bool], replaced: &Substitution) -> Copy {
    let mut result = Circuit::new();
    let mut map = vec![Lit::FALSE; circuit.nodes().len()];
    let mut inputs = Vec::new();
    for (number, input) in circuit.inputs().iter().enumerate() {
        if needed[input.index()] {
            map[input.index()] = result.add_input(&circuit.input_names[number]);
            inputs.push(number);
        }
    }
    let mut latches = Vec::new();
    for (number, latch) in circuit.latches().iter().enumerate() {
        if needed[latch.var.index()] && replaced[number] == latch.var.lit() {
            let name = &circuit.latch_names[number];
            map[latch.var.index()] = result.add_latch(name, latch.reset);
            latches.push((number, latch.var));
        }
    }
    for (latch, by) in circuit.latches().iter().zip(replaced) {
        if *by != latch.var.lit() {
            map[latch.var.index()] = of(&map, *by);
        }
    }
    for (index, node) in circuit.nodes().iter().enumerate() {
        if let (true, Node::And(a, b)) = (needed[index], *node) {
            map[index] = result.and(of(&map, a), of(&map, b));
        }
    }
    Copy {
        circuit: result,
        map,
        latches,
        inputs,
    }
}

/// The whole circuit with latches replaced, and what its nodes became. Latches keep no next values
/// and there are no properties: it is about one step.
pub(crate) fn one_step(circuit: &Circuit, replaced: &Substitution) -> (Circuit, Vec<Lit>) {
    let needed = vec![true; circuit.nodes().len()];
    let mut copy = copy(circuit, &needed, replaced);
    let constraints = circuit.constraints.iter().map(|c| of(&copy.map, *c));
    copy.circuit.constraints = constraints.collect();
    (copy.circuit, copy.map)
}

/// Rebuilds the circuit for one property with latches replaced.
pub(crate) fn rebuild(circuit: &Circuit, property: usize, replaced: &Substitution) -> Reduced {
    let needed = needed(circuit, property, replaced);
    let Copy {
        circuit: mut result,
        map,
        latches,
        inputs,
    } = copy(circuit, &needed, replaced);
    for (number, var) in &latches {
        let next = of(&map, circuit.latches()[*number].next);
        result.set_next(map[var.index()], next);
    }
    let name = circuit.bad_names.get(property).map_or("", String::as_str);
    result.add_bad(of(&map, circuit.bad[property]), name);
    for constraint in &circuit.constraints {
        let constraint = of(&map, *constraint);
        if constraint != Lit::TRUE && !result.constraints.contains(&constraint) {
            result.constraints.push(constraint);
        }
    }
    let resets = circuit.latches().iter().map(|l| l.reset.value());
    Reduced {
        origins: origins(circuit, &needed, &map, result.nodes().len()),
        circuit: result,
        resets: resets.map(|value| value.unwrap_or(false)).collect(),
        inputs_before: circuit.inputs().len(),
        property,
        latches,
        inputs,
        facts: facts(circuit, replaced),
    }
}

/// The first node without inputs that became each of the `count` new ones.
fn origins(circuit: &Circuit, needed: &[bool], map: &[Lit], count: usize) -> Vec<Option<Lit>> {
    let mut origins = vec![None; count];
    let free = without_inputs(circuit);
    for index in (0..map.len()).filter(|i| needed[*i] && free[*i]) {
        let (origin, became) = (Var(index as u32).lit(), map[index]);
        origins[became.var().index()].get_or_insert(origin ^ became.is_negated());
    }
    origins
}

/// A latch equals what it is replaced by: two clauses, or one if that is a constant.
fn facts(circuit: &Circuit, replaced: &Substitution) -> Vec<Vec<Lit>> {
    let mut facts = Vec::new();
    for (latch, by) in circuit.latches().iter().zip(replaced) {
        let latch = latch.var.lit();
        match *by {
            Lit::FALSE => facts.push(vec![!latch]),
            Lit::TRUE => facts.push(vec![latch]),
            by if by != latch => facts.extend([vec![latch, !by], vec![!latch, by]]),
            _ => {}
        }
    }
    facts
}

/// What the property and the constraints depend on, with latches replaced.
fn needed(circuit: &Circuit, property: usize, replaced: &Substitution) -> Vec<bool> {
    let mut needed = vec![false; circuit.nodes().len()];
    let mut open: Vec<Var> = circuit.constraints.iter().map(|c| c.var()).collect();
    open.push(circuit.bad[property].var());
    while let Some(var) = open.pop() {
        if std::mem::replace(&mut needed[var.index()], true) {
            continue;
        }
        match circuit.node(var) {
            Node::And(a, b) => open.extend([a.var(), b.var()]),
            Node::Latch(number) => {
                let by = replaced[number as usize].var();
                let next = circuit.latches()[number as usize].next.var();
                open.push(if by == var { next } else { by });
            }
            Node::False | Node::Input(_) => {}
        }
    }
    needed
}

fn of(map: &[Lit], literal: Lit) -> Lit {
    map[literal.var().index()] ^ literal.is_negated()
}

impl Reduced {
    /// Reduces further; the way back leads through both.
    pub(crate) fn then(&self, replaced: &Substitution) -> Reduced {
        let mut after = rebuild(&self.circuit, 0, replaced);
        let mut facts = self.facts.clone();
        facts.extend(after.facts.iter().map(|fact| self.clause_back(fact)));
        let origins = after.origins.iter();
        after.origins = origins
            .map(|o| o.and_then(|literal| self.origin(literal)))
            .collect();
        let latches = after
            .latches
            .iter()
            .map(|(number, _)| self.latches[*number]);
        after.latches = latches.collect();
        after.inputs = after.inputs.iter().map(|i| self.inputs[*i]).collect();
        Reduced {
            facts,
            resets: self.resets.clone(),
            inputs_before: self.inputs_before,
            property: self.property,
            ..after
        }
    }

    fn literal_back(&self, literal: Lit) -> Lit {
        match self.circuit.node(literal.var()) {
            Node::Latch(number) => self.latches[number as usize].1.lit() ^ literal.is_negated(),
            Node::False => literal,
            _ => self.origin(literal).expect("signals have an origin"),
        }
    }

    /// A literal of the given circuit that equals this one as long as the facts hold and depends
    /// on latches alone.
    pub fn origin(&self, literal: Lit) -> Option<Lit> {
        let origin = self.origins[literal.var().index()];
        origin.map(|o| o ^ literal.is_negated())
    }

    fn clause_back(&self, clause: &[Lit]) -> Vec<Lit> {
        clause.iter().map(|l| self.literal_back(*l)).collect()
    }

    /// Evidence about the smaller circuit as evidence about the given one. Clauses are over
    /// latches and nodes with an origin.
    ///
    /// # Panics
    /// If a clause mentions another node.
    pub fn back(&self, outcome: Outcome) -> Outcome {
        match outcome {
            Outcome::Safe(proof) => {
                let mut clauses = self.facts.clone();
                clauses.extend(proof.clauses.iter().map(|c| self.clause_back(c)));
                Outcome::Safe(Proof { clauses, ..proof })
            }
            Outcome::Unsafe(run) => Outcome::Unsafe(self.run_back(&run)),
            unknown => unknown,
        }
    }

    /// Latches that were left out begin with their reset value, or zero; inputs that were left out
    /// are zero: neither matters for the property or a constraint.
    fn run_back(&self, run: &Run) -> Run {
        let mut latches = self.resets.clone();
        for ((number, _), value) in self.latches.iter().zip(&run.latches) {
            latches[*number] = *value;
        }
        let inputs = run.inputs.iter().map(|step| {
            let mut inputs = vec![false; self.inputs_before];
            for (number, value) in self.inputs.iter().zip(step) {
                inputs[*number] = *value;
            }
            inputs
        });
        Run {
            property: self.property,
            latches,
            inputs: inputs.collect(),
        }
    }
}
