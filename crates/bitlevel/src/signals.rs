//! Internal signals that may be literals of cubes (Dureja, Gurfinkel, Ivrii, Vizel, IC3 with
//! internal signals, FMCAD 2021).
//!
//! A signal is a conjunction that depends on latches alone. Its value in the next step must be a
//! literal too, so a copy of the circuit gets the signal with every latch replaced by its next
//! function. Nodes keep their numbers; new ones come after them.

use crate::options::Signals;
use invar_circuit::{Circuit, Lit, Node, Var};
use std::borrow::Cow;

/// Maximal number of signals of a circuit.
const MAX_SIGNALS: usize = 4000;
/// Maximal number of new nodes for one signal.
const GROWTH: usize = 64;

/// A circuit with the next values of its signals.
pub(crate) struct Extended<'a> {
    pub circuit: Cow<'a, Circuit>,
    /// The signals with their values in the next step.
    pub next: Vec<(Var, Lit)>,
}

/// Chooses signals among those allowed and adds their next values.
pub(crate) fn extend(
    circuit: &Circuit,
    property: usize,
    signals: Signals,
    allowed: impl Fn(Var) -> bool,
) -> Extended<'_> {
    if signals == Signals::None {
        return Extended {
            circuit: Cow::Borrowed(circuit),
            next: Vec::new(),
        };
    }
    let count = circuit.nodes().len();
    let free = without_inputs(circuit);
    let uses = uses(circuit, property);
    let mut result = circuit.clone();
    let mut chosen = Vec::new();
    let mut next: Vec<Option<Lit>> = vec![None; count];
    next[0] = Some(Lit::FALSE);
    for latch in circuit.latches() {
        next[latch.var.index()] = Some(latch.next);
    }
    for index in 0..count {
        let var = Var(index as u32);
        let shared = uses[index] > 1 || (uses[index] == 1 && is_choice(circuit, var));
        let is_gate = matches!(circuit.node(var), Node::And(..));
        if !is_gate || !shared || !free[index] || !allowed(var) {
            continue;
        }
        let before = result.nodes().len();
        if chosen.len() == MAX_SIGNALS || before > 2 * count {
            break;
        }
        let after = step(&mut result, &mut next, var);
        let growth = result.nodes().len() - before;
        if growth <= GROWTH {
            chosen.push((var, after));
        }
    }
    Extended {
        circuit: Cow::Owned(result),
        next: chosen,
    }
}

/// Which nodes depend on latches alone.
pub(crate) fn without_inputs(circuit: &Circuit) -> Vec<bool> {
    let mut free: Vec<bool> = Vec::with_capacity(circuit.nodes().len());
    for node in circuit.nodes() {
        free.push(match *node {
            Node::False | Node::Latch(_) => true,
            Node::Input(_) => false,
            Node::And(a, b) => free[a.var().index()] && free[b.var().index()],
        });
    }
    free
}

/// How often each node is used by what the property and the constraints need.
fn uses(circuit: &Circuit, property: usize) -> Vec<u32> {
    let mut uses = vec![0; circuit.nodes().len()];
    let next = circuit.latches().iter().map(|l| l.next);
    let roots = next.chain(circuit.constraints.iter().copied());
    for root in roots.chain([circuit.bad[property]]) {
        uses[root.var().index()] += 1;
    }
    for index in (0..uses.len()).rev() {
        if let (true, Node::And(a, b)) = (uses[index] > 0, circuit.nodes()[index]) {
            uses[a.var().index()] += 1;
            uses[b.var().index()] += 1;
        }
    }
    uses
}

/// Whether the node is `!(c & t) & !(!c & e)`.
fn is_choice(circuit: &Circuit, var: Var) -> bool {
    let parts = |l: Lit| match circuit.node(l.var()) {
        Node::And(a, b) if l.is_negated() => Some([a, b]),
        _ => None,
    };
    let Node::And(a, b) = circuit.node(var) else {
        return false;
    };
    let (Some(a), Some(b)) = (parts(a), parts(b)) else {
        return false;
    };
    a.iter().any(|l| b.contains(&!*l))
}

/// The node's value in the next step.
fn step(circuit: &mut Circuit, next: &mut [Option<Lit>], var: Var) -> Lit {
    let mut open = vec![var];
    while let Some(var) = open.last().copied() {
        if next[var.index()].is_none()
            && let Node::And(a, b) = circuit.node(var)
        {
            let of = |l: Lit| next[l.var().index()].map(|n| n ^ l.is_negated());
            match (of(a), of(b)) {
                (Some(a), Some(b)) => next[var.index()] = Some(circuit.and(a, b)),
                (None, _) => {
                    open.push(a.var());
                    continue;
                }
                (_, None) => {
                    open.push(b.var());
                    continue;
                }
            }
        }
        open.pop();
    }
    next[var.index()].expect("a signal depends on latches alone, and those have next values")
}
