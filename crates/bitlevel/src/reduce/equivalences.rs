//! Latches that are always equal or always different (van Eijk 2000): candidates from random runs,
//! kept as long as a step from a state in which all of them hold cannot break one.

use super::rebuild::one_step;
use super::{Substitution, identity};
use crate::Stop;
use crate::cone::Cone;
use crate::gates::{Gates, sat};
use invar_budget::Budget;
use invar_circuit::{Circuit, Lit, Node, Simulator, Var};
use invar_sat::{Answer, Domain, SolverKind};
use rustc_hash::FxHashMap;

/// Steps of the random runs; 64 runs at once.
const STEPS: usize = 64;
/// Rounds after which candidates are given up: they fall apart too slowly.
const ROUNDS: usize = 200;

/// Which latches are thought to be equal: classes of literals that are zero first. The first member
/// represents the others; the constant may be one.
type Classes = Vec<Vec<Lit>>;

/// Equal latches as one.
pub(crate) fn equivalences(circuit: &Circuit, budget: &Budget) -> Result<Substitution, Stop> {
    let mut classes = candidates(circuit);
    for _ in 0..ROUNDS {
        if classes.is_empty() {
            break;
        }
        let before: usize = classes.iter().map(Vec::len).sum();
        let parts = round(circuit, &mut classes, budget)?;
        let after: usize = classes.iter().map(Vec::len).sum();
        if parts == Changed::No && before == after {
            return Ok(substitution(circuit, &classes));
        }
    }
    Ok(identity(circuit))
}

fn substitution(circuit: &Circuit, classes: &Classes) -> Substitution {
    let mut replaced = identity(circuit);
    for class in classes {
        for member in &class[1..] {
            if let Node::Latch(number) = circuit.node(member.var()) {
                replaced[number as usize] = class[0] ^ member.is_negated();
            }
        }
    }
    replaced
}

/// Latches with equal values in random runs, up to negation.
fn candidates(circuit: &Circuit) -> Classes {
    let mut random = 0x2545_F491_4F6C_DD1D_u64;
    let mut next = move || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random
    };
    // Latches without reset value differ from everything first.
    let resets = circuit.latches().iter().filter_map(|l| {
        let zero_first = l.reset.value()?;
        Some(l.var.lit() ^ zero_first)
    });
    let mut classes: Classes = vec![std::iter::once(Lit::FALSE).chain(resets).collect()];
    let mut state: Vec<u64> = circuit
        .latches()
        .iter()
        .map(|l| match l.reset.value() {
            Some(true) => u64::MAX,
            Some(false) => 0,
            None => next(),
        })
        .collect();
    let mut simulator = Simulator::new(circuit);
    for _ in 0..STEPS {
        let inputs: Vec<u64> = circuit.inputs().iter().map(|_| next()).collect();
        simulator.step(&state, &inputs);
        split(&mut classes, |l| simulator.value(l));
        simulator.next(&mut state);
    }
    classes
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Changed {
    Yes,
    No,
}

/// Separates members with different values; classes of one go.
fn split(classes: &mut Classes, value: impl Fn(Lit) -> u64) -> Changed {
    let mut changed = Changed::No;
    let mut result = Classes::new();
    for class in classes.drain(..) {
        let mut parts: Vec<Vec<Lit>> = Vec::new();
        let mut place: FxHashMap<u64, usize> = FxHashMap::default();
        for member in class {
            let part = *place.entry(value(member)).or_insert_with(|| {
                parts.push(Vec::new());
                parts.len() - 1
            });
            parts[part].push(member);
        }
        if parts.len() > 1 {
            changed = Changed::Yes;
        }
        result.extend(parts.into_iter().filter(|part| part.len() > 1));
    }
    *classes = result;
    changed
}

/// Checks every candidate after one step from a state in which all hold.
fn round(circuit: &Circuit, classes: &mut Classes, budget: &Budget) -> Result<Changed, Stop> {
    let replaced = substitution(circuit, classes);
    let (small, map) = one_step(circuit, &replaced);
    let next = |l: Lit| match circuit.node(l.var()) {
        Node::Latch(number) => {
            let next = circuit.latches()[number as usize].next;
            map[next.var().index()] ^ next.is_negated() ^ l.is_negated()
        }
        _ => l,
    };
    let members = classes.iter().flatten().map(|l| next(*l));
    let roots = members.chain(small.constraints.iter().copied());
    let gates = Gates::of(&small, roots);
    let mut solver = gates.solver(SolverKind::Own);
    for constraint in &small.constraints {
        solver.add_clause(&[sat(*constraint)]);
    }
    let mut changed = Changed::No;
    let mut cone = Cone::new(gates.nodes);
    let mut simulator = Simulator::new(circuit);
    let pairs: Vec<(Lit, Lit)> = classes
        .iter()
        .flat_map(|class| class[1..].iter().map(|member| (class[0], *member)))
        .collect();
    let mut apart: rustc_hash::FxHashSet<(Lit, Lit)> = rustc_hash::FxHashSet::default();
    for (first, member) in pairs {
        if apart.contains(&(first, member)) {
            continue;
        }
        let (a, b) = (next(first), next(member));
        if a == b {
            continue;
        }
        cone.clear();
        let constraints = small.constraints.iter().map(|c| c.var());
        constraints
            .chain([a.var(), b.var()])
            .for_each(|root| cone.add(&gates, root));
        let domain: Vec<_> = cone
            .members()
            .iter()
            .map(|v| invar_sat::Var::new(v.0))
            .collect();
        for (one, other) in [(a, !b), (!a, b)] {
            let assumptions = [sat(one), sat(other)];
            match solver.solve(&assumptions, &[], Domain::Only(&domain), budget) {
                Answer::Unknown => return Err(Stop::Time),
                Answer::Unsat => {}
                Answer::Sat => {
                    let value = |var: Var| {
                        // Outside the domain: any value, but the same one for both signs.
                        let literal = map[var.index()];
                        let node = solver.value(sat(literal.var().lit())).unwrap_or(false);
                        if node ^ literal.is_negated() {
                            u64::MAX
                        } else {
                            0
                        }
                    };
                    let latches: Vec<u64> =
                        circuit.latches().iter().map(|l| value(l.var)).collect();
                    let inputs: Vec<u64> = circuit.inputs().iter().map(|v| value(*v)).collect();
                    simulator.step(&latches, &inputs);
                    let after = |l: Lit| match circuit.node(l.var()) {
                        Node::Latch(number) => {
                            let next = circuit.latches()[number as usize].next;
                            simulator.value(next ^ l.is_negated())
                        }
                        _ => simulator.value(l),
                    };
                    for class in classes.iter() {
                        for member in &class[1..] {
                            if after(class[0]) != after(*member) {
                                apart.insert((class[0], *member));
                            }
                        }
                    }
                    // The pair itself is apart, so this is always a change.
                    debug_assert_ne!(after(first), after(member));
                    split(classes, after);
                    changed = Changed::Yes;
                    break;
                }
            }
        }
    }
    Ok(changed)
}
