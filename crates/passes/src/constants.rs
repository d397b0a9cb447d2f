//! Constant propagation: variables with one known value are replaced by it.
//!
//! Correctness. The analysis computes for every location a map `K` from variables to constants such that every execution
//! at the location agrees with `K`: at the entry all variables are zero, edges propagate the map, joining paths keep what
//! they agree on, and an edge whose condition folds to `false` under `K` is not taken by any execution. What is dead is
//! forgotten. Under `K` a term and the term with constants put in have equal values, so the result has the same
//! executions. The facts `x = k` at loop heads for the variables that are live there are inductive: between loop heads the
//! maps follow from them and the edges alone.

use crate::dataflow::Analysed;
use crate::liveness::Deaths;
use crate::rebuild::Rewritten;
use crate::uses::{Uses, target_of, term_of};
use crate::varmap::{Absent, VISIT_WORK, VarMap, WORK_LIMIT};
use invar_cfa::{CutPoints, EdgeId, LocId, Operation, Program};
use invar_term::{Op, Sort, Substitution, TermId, Value};
use std::collections::BTreeSet;

/// The live variables that are constant at a location.
type State = VarMap<TermId>;

/// Propagates scalar constants, removes the edges that become infeasible and the conditions that
/// become true. Facts are stated at the loop heads and at `places`.
pub fn propagate_constants(program: &Program, places: &[LocId]) -> Rewritten {
    let cfa = program.entry_cfa();
    let cuts = CutPoints::of(cfa);
    let analysis = Analysis {
        program,
        uses: Uses::of(program),
    };
    let Some(states) = analysis.fixpoint(&cuts) else {
        let note = Some("constants given up: too much work");
        return Rewritten {
            note,
            ..Rewritten::unchanged(program)
        };
    };
    let terms = &program.terms;
    let operation = |state: &State, id| {
        let operation = analysis.simplified(state, id);
        analysis.after(state, &operation)?;
        Some(match operation {
            Operation::Assume { condition, .. } if terms.is_true(condition) => Operation::Skip,
            other => other,
        })
    };
    let facts = |state: &State, variable| {
        let constant = state.get(variable).into_iter();
        let symbol = program.symbol(variable);
        constant
            .map(|constant| terms.eq(symbol, constant))
            .collect()
    };
    Analysed {
        program,
        cuts: &cuts,
        uses: &analysis.uses,
        states,
    }
    .rewrite(places, operation, facts)
}

struct Analysis<'a> {
    program: &'a Program,
    uses: Uses,
}

impl Analysis<'_> {
    /// What is constant at each location, with `None` where no execution gets; `None` if it is too
    /// much work.
    fn fixpoint(&self, cuts: &CutPoints) -> Option<Vec<Option<State>>> {
        let cfa = self.program.entry_cfa();
        let mut at_position = vec![cfa.entry; cfa.location_count()];
        for location in cfa.location_ids() {
            if let Some(position) = cuts.position(location) {
                at_position[position as usize] = location;
            }
        }
        let mut states: Vec<Option<State>> = vec![None; cfa.location_count()];
        let deaths = Deaths::of(self.program, &self.uses);
        states[cfa.entry.0 as usize] = Some(self.initial(&deaths));
        let mut work = BTreeSet::from([0u32]);
        let mut spent = 0;
        while let Some(position) = work.pop_first() {
            spent += VISIT_WORK;
            if spent > WORK_LIMIT {
                return None;
            }
            let location = at_position[position as usize];
            let state = states[location.0 as usize]
                .clone()
                .expect("scheduled after reaching it");
            for (id, edge) in cfa.outgoing(location) {
                let operation = self.simplified(&state, id);
                let Some(mut after) = self.after(&state, &operation) else {
                    continue;
                };
                for dead in deaths.on(id) {
                    after.set(*dead, None);
                }
                let changed = match &mut states[edge.to.0 as usize] {
                    Some(known) => known.merge(&after, Absent::Absorbs, &mut spent, |_, x, y| {
                        if x == y { x } else { None }
                    }),
                    unreached => {
                        *unreached = Some(after);
                        true
                    }
                };
                if changed {
                    work.insert(cuts.position(edge.to).expect("an edge leads there"));
                }
            }
        }
        Some(states)
    }

    /// All scalar variables are zero.
    fn initial(&self, deaths: &Deaths) -> State {
        let zero = |sort: &Sort| match sort {
            Sort::Array(_) => None,
            scalar => Value::zero(scalar).map(|v| self.program.terms.constant(&v)),
        };
        let mut state = VarMap::new(self.program.variables.len());
        for variable in deaths.live_at_entry() {
            state.set(*variable, zero(self.program.sort(*variable)));
        }
        state
    }

    /// The operation of an edge with the constants put in.
    fn simplified(&self, state: &State, id: EdgeId) -> Operation {
        let operation = &self.program.entry_cfa().edge(id).operation;
        let Some(term) = term_of(operation) else {
            return operation.clone();
        };
        let known: Vec<(TermId, TermId)> = self
            .uses
            .reads(id)
            .iter()
            .filter_map(|v| Some((self.program.symbol(*v), state.get(*v)?)))
            .collect();
        if known.is_empty() {
            return operation.clone();
        }
        let terms = &self.program.terms;
        let folded = Substitution::new(terms, known).apply(terms, term);
        match operation {
            Operation::Assume { reason, .. } => Operation::Assume {
                condition: folded,
                reason: *reason,
            },
            Operation::Assign { target, .. } => Operation::Assign {
                target: *target,
                value: folded,
            },
            other => other.clone(),
        }
    }

    /// The constants after a simplified operation, or `None` if it cannot be taken.
    fn after(&self, state: &State, operation: &Operation) -> Option<State> {
        let terms = &self.program.terms;
        let mut state = state.clone();
        match operation {
            Operation::Assume { condition, .. } => {
                if terms.is_false(*condition) {
                    return None;
                }
                self.refine(&mut state, *condition);
            }
            Operation::Assign { target, value } => {
                let constant = terms.as_constant(*value).is_some();
                state.set(*target, constant.then_some(*value));
            }
            other => {
                if let Some(target) = target_of(other) {
                    state.set(target, None);
                }
            }
        }
        Some(state)
    }

    /// Learns `x = k` from the conjuncts of a condition.
    fn refine(&self, state: &mut State, condition: TermId) {
        let terms = &self.program.terms;
        let mut conjuncts = vec![condition];
        while let Some(term) = conjuncts.pop() {
            let node = terms.node(term);
            let (symbol, value) = match (&node.op, node.args.as_slice()) {
                (Op::And, arguments) => {
                    conjuncts.extend(arguments);
                    continue;
                }
                (Op::Eq, [a, b]) if terms.as_constant(*b).is_some() => (*a, *b),
                (Op::Eq, [a, b]) if terms.as_constant(*a).is_some() => (*b, *a),
                (Op::Not, [a]) => (*a, terms.fls()),
                (Op::Symbol(_), []) => (term, terms.tru()),
                _ => continue,
            };
            let variable = terms.as_symbol(symbol).and_then(|s| self.uses.variable(s));
            if let Some(variable) = variable {
                state.set(variable, Some(value));
            }
        }
    }
}
