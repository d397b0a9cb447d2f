//! Test tools: a builder of small automata and an explicit-state search through them.

use invar_cfa::{
    AssumeReason, CallPathId, Check, CheckId, CheckKind, DataModel, EdgeId, Function, FunctionId,
    HavocOrigin, IntegerType, LocId, LocationKind, Operation, Program, Property, Scope, StableId,
    VarId,
};
use invar_term::{Assignment, BvValue, Evaluator, Sort, SymbolId, TermId, TermStore, Value};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Builds programs in a few words.
pub(crate) struct Builder {
    pub(crate) program: Program,
    pub(crate) terms: Arc<TermStore>,
    current: FunctionId,
}

impl Builder {
    /// A program whose entry function is `start`.
    pub(crate) fn new() -> Builder {
        let terms = Arc::new(TermStore::new());
        let mut program = Program::new(terms.clone(), DataModel::Ilp32, Property::ASSERT);
        program.checks.push(Check {
            kind: CheckKind::Assertion,
            span: None,
        });
        let mut builder = Builder {
            program,
            terms,
            current: FunctionId(0),
        };
        builder.function("start");
        builder
    }

    /// Starts a function; what follows belongs to it.
    pub(crate) fn function(&mut self, name: &str) -> FunctionId {
        self.program.functions.push(Function {
            name: name.into(),
            cfa: invar_cfa::Cfa::new(name),
            parameters: Vec::new(),
            results: Vec::new(),
            span: None,
        });
        self.current = FunctionId(self.program.functions.len() as u32 - 1);
        self.current
    }

    pub(crate) fn body(&mut self) -> &mut Function {
        &mut self.program.functions[self.current.0 as usize]
    }

    pub(crate) fn entry(&self) -> LocId {
        self.program.function(self.current).cfa.entry
    }

    pub(crate) fn exit(&self) -> LocId {
        self.program.function(self.current).cfa.exit
    }

    pub(crate) fn location(&mut self, kind: LocationKind) -> LocId {
        let cfa = &mut self.body().cfa;
        let number = cfa.location_count().to_string();
        cfa.add_location(kind, None, StableId::of(&[&number]), CallPathId::ROOT)
    }

    pub(crate) fn plain(&mut self) -> LocId {
        self.location(LocationKind::Plain)
    }

    pub(crate) fn error(&mut self) -> LocId {
        self.location(LocationKind::Error(CheckId(0)))
    }

    pub(crate) fn edge(&mut self, from: LocId, to: LocId, operation: Operation) -> EdgeId {
        self.body().cfa.add_edge(from, to, operation, None)
    }

    pub(crate) fn variable(&mut self, name: &str, width: u32, signed: bool) -> VarId {
        self.scoped(name, width, signed, Scope::Global)
    }

    pub(crate) fn local(&mut self, name: &str, width: u32) -> VarId {
        self.scoped(name, width, true, Scope::Local(self.current))
    }

    fn scoped(&mut self, name: &str, width: u32, signed: bool, scope: Scope) -> VarId {
        let integer = IntegerType { width, signed };
        let sort = Sort::BitVec(width);
        self.program
            .add_variable(name, Some(name), &sort, integer, "int", scope, None)
    }

    pub(crate) fn symbol(&self, variable: VarId) -> TermId {
        self.program.symbol(variable)
    }

    pub(crate) fn assign(
        &mut self,
        from: LocId,
        to: LocId,
        target: VarId,
        value: TermId,
    ) -> EdgeId {
        self.edge(from, to, Operation::Assign { target, value })
    }

    pub(crate) fn havoc(&mut self, from: LocId, to: LocId, target: VarId) -> EdgeId {
        let origin = HavocOrigin::Input("nondet".into());
        self.edge(from, to, Operation::Havoc { target, origin })
    }

    pub(crate) fn assume(&mut self, from: LocId, to: LocId, condition: TermId) -> EdgeId {
        let reason = AssumeReason::Branch;
        self.edge(from, to, Operation::Assume { condition, reason })
    }

    pub(crate) fn branch(&mut self, from: LocId, yes: LocId, no: LocId, condition: TermId) {
        self.assume(from, yes, condition);
        let negation = self.terms.not(condition);
        self.assume(from, no, negation);
    }
}

/// Values of the scalar variables, by index.
pub(crate) type State = Vec<u128>;

/// Every reachable state of a program per location. All variables must be bit-vectors.
pub(crate) struct Explored {
    pub(crate) states: BTreeMap<LocId, BTreeSet<State>>,
}

impl Explored {
    /// Explores `program` completely; `None` when there are more than `limit` states.
    pub(crate) fn all(program: &Program, limit: usize) -> Option<Explored> {
        let cfa = program.entry_cfa();
        let mut states: BTreeMap<LocId, BTreeSet<State>> = BTreeMap::new();
        let mut stack = vec![(cfa.entry, vec![0u128; program.variables.len()])];
        states
            .entry(cfa.entry)
            .or_default()
            .insert(stack[0].1.clone());
        let mut count = 0;
        while let Some((location, state)) = stack.pop() {
            count += 1;
            if count > limit {
                return None;
            }
            let assignment = assignment(program, &state);
            let mut evaluator = Evaluator::new(&program.terms, &assignment);
            for (_, to, next) in successors(program, location, &state, &mut evaluator) {
                if states.entry(to).or_default().insert(next.clone()) {
                    stack.push((to, next));
                }
            }
        }
        Some(Explored { states })
    }

    /// The targets that some execution reaches.
    pub(crate) fn targets(&self, program: &Program) -> Vec<LocId> {
        let cfa = program.entry_cfa();
        self.states
            .keys()
            .copied()
            .filter(|l| Program::is_target(cfa, *l))
            .collect()
    }
}

/// The steps of a program from a state.
pub(crate) fn successors<A: Assignment>(
    program: &Program,
    location: LocId,
    state: &State,
    evaluator: &mut Evaluator<'_, A>,
) -> Vec<(EdgeId, LocId, State)> {
    let mut successors = Vec::new();
    for (id, edge) in program.entry_cfa().outgoing(location) {
        let mut with = |target: VarId, bits: u128| {
            let mut next = state.clone();
            next[target.0 as usize] = bits;
            successors.push((id, edge.to, next));
        };
        match &edge.operation {
            Operation::Skip => successors.push((id, edge.to, state.clone())),
            Operation::Assume { condition, .. } => {
                if evaluator.eval_bool(*condition).expect("closed") {
                    successors.push((id, edge.to, state.clone()));
                }
            }
            Operation::Assign { target, value } => {
                let value = evaluator.eval(*value).expect("closed");
                with(*target, value.as_bv().expect("bits").unsigned());
            }
            Operation::Havoc { target, .. } => {
                let width = program.sort(*target).width().expect("bits");
                (0..1u128 << width).for_each(|bits| with(*target, bits));
            }
            Operation::Call { .. } => panic!("call after inlining"),
        }
    }
    successors
}

/// A state as an assignment to the symbols.
pub(crate) fn assignment(program: &Program, state: &State) -> FxHashMap<SymbolId, Value> {
    program
        .variable_ids()
        .map(|v| {
            let symbol = program.terms.as_symbol(program.symbol(v)).expect("symbol");
            let width = program.sort(v).width().expect("bits");
            (symbol, Value::Bv(BvValue::new(width, state[v.0 as usize])))
        })
        .collect()
}

/// Numbers from a fixed seed (xorshift).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % bound as u64) as usize
    }
}
