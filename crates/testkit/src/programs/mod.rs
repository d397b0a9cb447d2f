//! Small programs for tests: builders, a random generator with a fixed seed, and a concrete
//! one-step semantics written independently of the encoding.

mod over_sort;

pub use over_sort::{OverSort, SortArithmetic};

use invar_cfa::{
    AssumeReason, CallPathId, Cfa, Check, CheckId, CheckKind, CutPoints, DataModel, EdgeId,
    Function, HavocOrigin, IntegerType, LocId, LocationKind, Operation, Program, Property, Scope,
    StableId, Unsupported, UnsupportedId, VarId,
};
use invar_term::{Assignment, BvValue, Evaluator, Sort, SymbolId, TermId, TermStore, Value};
use std::sync::Arc;

/// A linear congruential generator, fixed by its definition. Unlike [`crate::Random`], it decides which random programs
/// belong to the seeds in tests.
#[derive(Clone, Debug)]
pub struct Random(
    /// The state; at first the seed.
    pub u64,
);

impl Random {
    /// A number below `limit`, which is not zero.
    pub fn below(&mut self, limit: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(limit)) as u32
    }
}

/// Builds a program with one function.
#[derive(Debug)]
pub struct Builder {
    /// The program, without the function.
    pub program: Program,
    /// The automaton of the function.
    pub cfa: Cfa,
}

impl Default for Builder {
    fn default() -> Builder {
        Builder::new()
    }
}

impl Builder {
    /// A program with one assertion, one construct that is not modelled, and no edge.
    pub fn new() -> Builder {
        let terms = Arc::new(TermStore::new());
        let mut program = Program::new(terms, DataModel::Ilp32, Property::ASSERT);
        program.checks.push(Check {
            kind: CheckKind::Assertion,
            span: None,
        });
        program
            .unsupported
            .push(Unsupported::construct("inline assembler", None));
        Builder {
            program,
            cfa: Cfa::new("main"),
        }
    }

    /// An unsigned variable of `width` bits.
    pub fn variable(&mut self, name: &str, width: u32) -> VarId {
        let integer = IntegerType {
            width,
            signed: false,
        };
        let sort = Sort::BitVec(width);
        self.program.add_variable(
            name,
            Some(name),
            &sort,
            integer,
            "unsigned",
            Scope::Global,
            None,
        )
    }

    /// The terms of the program.
    pub fn terms(&self) -> &TermStore {
        &self.program.terms
    }

    /// The symbol of a variable.
    pub fn symbol(&self, variable: VarId) -> TermId {
        self.program.symbol(variable)
    }

    /// A new location.
    pub fn location(&mut self, kind: LocationKind) -> LocId {
        let number = self.cfa.location_count().to_string();
        self.cfa
            .add_location(kind, None, StableId::of(&[&number]), CallPathId::ROOT)
    }

    /// A new location without a meaning.
    pub fn plain(&mut self) -> LocId {
        self.location(LocationKind::Plain)
    }

    /// A new location where the assertion fails.
    pub fn error(&mut self) -> LocId {
        self.location(LocationKind::Error(CheckId(0)))
    }

    /// A new location that is not modelled.
    pub fn unsupported(&mut self) -> LocId {
        self.location(LocationKind::Unsupported(UnsupportedId(0)))
    }

    /// An edge that changes nothing.
    pub fn skip(&mut self, from: LocId, to: LocId) -> EdgeId {
        self.cfa.add_edge(from, to, Operation::Skip, None)
    }

    /// An edge that assigns a value.
    pub fn assign(&mut self, from: LocId, to: LocId, target: VarId, value: TermId) -> EdgeId {
        self.cfa
            .add_edge(from, to, Operation::Assign { target, value }, None)
    }

    /// An edge that reads an input.
    pub fn havoc(&mut self, from: LocId, to: LocId, target: VarId) -> EdgeId {
        let origin = HavocOrigin::Input("nondet".into());
        self.cfa
            .add_edge(from, to, Operation::Havoc { target, origin }, None)
    }

    /// An edge that executions take only if a condition holds.
    pub fn assume(&mut self, from: LocId, to: LocId, condition: TermId) -> EdgeId {
        let reason = AssumeReason::Branch;
        self.cfa
            .add_edge(from, to, Operation::Assume { condition, reason }, None)
    }

    /// Two edges: to `yes` if a condition holds, else to `no`.
    pub fn branch(&mut self, from: LocId, condition: TermId, yes: LocId, no: LocId) {
        let negation = self.terms().not(condition);
        self.assume(from, yes, condition);
        self.assume(from, no, negation);
    }

    /// The finished program.
    pub fn build(mut self) -> Program {
        self.program.functions.push(Function {
            name: "main".into(),
            cfa: self.cfa,
            parameters: Vec::new(),
            results: Vec::new(),
            span: None,
        });
        self.program
    }
}

fn random_value(b: &Builder, r: &mut Random, vars: &[VarId], width: u32, depth: u32) -> TermId {
    let s = b.terms();
    if depth == 0 || r.below(3) == 0 {
        return match r.below(3) {
            0 => s.bv(width, r.below(1 << width).into()),
            _ => b.symbol(vars[r.below(vars.len() as u32) as usize]),
        };
    }
    let x = random_value(b, r, vars, width, depth - 1);
    let y = random_value(b, r, vars, width, depth - 1);
    match r.below(6) {
        0 | 1 => s.bv_add(x, y),
        2 => s.bv_sub(x, y),
        3 => s.bv_xor(x, y),
        4 => s.bv_mul(x, y),
        _ => s.ite(random_condition(b, r, vars, width, 0), x, y),
    }
}

fn random_condition(b: &Builder, r: &mut Random, vars: &[VarId], width: u32, depth: u32) -> TermId {
    let s = b.terms();
    let x = random_value(b, r, vars, width, depth);
    let y = random_value(b, r, vars, width, depth);
    let atom = match r.below(5) {
        0 | 1 => s.eq(x, y),
        2 => s.bv_ult(x, y),
        3 => s.bv_slt(x, y),
        _ => s.bv_ule(x, y),
    };
    if r.below(2) == 0 { atom } else { s.not(atom) }
}

/// A random automaton over `count` variables of `width` bits.
pub fn random_program(r: &mut Random, count: u32, width: u32) -> Program {
    let mut b = Builder::new();
    let vars: Vec<VarId> = (0..count)
        .map(|i| b.variable(&format!("v{i}"), width))
        .collect();
    let mut places = vec![b.cfa.entry];
    for _ in 0..3 + r.below(9) {
        places.push(b.plain());
    }
    let mut ends = vec![b.cfa.exit, b.error()];
    if r.below(4) == 0 {
        ends.push(b.unsupported());
    }
    for (index, from) in places.clone().into_iter().enumerate() {
        let target = |r: &mut Random| match r.below(10) {
            0 => ends[r.below(ends.len() as u32) as usize],
            1..=3 => places[r.below(places.len() as u32) as usize],
            _ => {
                let ahead = index + 1 + r.below(2) as usize;
                places
                    .get(ahead)
                    .copied()
                    .unwrap_or(ends[r.below(ends.len() as u32) as usize])
            }
        };
        let (to, other) = (target(r), target(r));
        let variable = vars[r.below(count) as usize];
        match r.below(12) {
            0..=4 => {
                let condition = random_condition(&b, r, &vars, width, 1);
                b.branch(from, condition, to, other);
            }
            5..=8 => {
                let value = random_value(&b, r, &vars, width, 2);
                b.assign(from, to, variable, value);
            }
            9 => {
                b.havoc(from, to, variable);
            }
            10 => {
                let condition = random_condition(&b, r, &vars, width, 1);
                b.assume(from, to, condition);
            }
            _ => {
                b.skip(from, to);
            }
        }
    }
    b.build()
}

/// Values of the variables.
pub type Memory = Vec<u32>;

struct View<'p> {
    program: &'p Program,
    memory: &'p Memory,
}

impl Assignment for View<'_> {
    fn value(&self, symbol: SymbolId) -> Option<Value> {
        let term = self.program.terms.symbol_term(symbol);
        let index = self
            .program
            .variables
            .iter()
            .position(|v| v.symbol == term)?;
        let width = self.program.terms.width(term);
        Some(Value::Bv(BvValue::new(width, self.memory[index].into())))
    }
}

/// The value of a term over the variables.
pub fn eval(program: &Program, memory: &Memory, term: TermId) -> Value {
    Evaluator::new(&program.terms, &View { program, memory })
        .eval(term)
        .expect("every variable has a value")
}

/// What one edge does; `None` if it cannot be taken. `input` is what a havoc reads.
pub fn step(program: &Program, edge: EdgeId, memory: &Memory, input: u32) -> Option<Memory> {
    let mut after = memory.clone();
    match &program.entry_cfa().edge(edge).operation {
        Operation::Skip => {}
        Operation::Assume { condition, .. } => {
            if eval(program, memory, *condition) != Value::Bool(true) {
                return None;
            }
        }
        Operation::Assign { target, value } => {
            let value = eval(program, memory, *value);
            let bits = value.as_bv().expect("variables are bit-vectors");
            after[target.0 as usize] = bits.unsigned() as u32;
        }
        Operation::Havoc { target, .. } => after[target.0 as usize] = input,
        Operation::Call { .. } => panic!("no calls in these tests"),
    }
    Some(after)
}

/// Executes from a location to the next cut point; `input` gives what a havoc edge reads.
pub fn run_block(
    program: &Program,
    cuts: &CutPoints,
    from: LocId,
    mut memory: Memory,
    mut input: impl FnMut(EdgeId) -> u32,
) -> Option<(LocId, Memory)> {
    let cfa = program.entry_cfa();
    let mut location = from;
    loop {
        let (to, after) = cfa.outgoing(location).find_map(|(id, edge)| {
            let value = if matches!(edge.operation, Operation::Havoc { .. }) {
                input(id)
            } else {
                0
            };
            Some((edge.to, step(program, id, &memory, value)?))
        })?;
        (location, memory) = (to, after);
        if cuts.contains(location) {
            return Some((location, memory));
        }
    }
}
