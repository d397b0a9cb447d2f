//! Small random programs and an explicit-state search as the oracle.

use invar_cfa::{
    AssumeReason, CallPathId, Cfa, Check, CheckId, CheckKind, DataModel, Function, HavocOrigin,
    IntegerType, LocId, LocationKind, Operation, Program, Property, Scope, StableId, VarId,
};
use invar_term::{Evaluator, Sort, SymbolId, TermId, TermStore, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Bits of every variable.
pub const WIDTH: u32 = 3;

/// A fixed-seed generator (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

/// A program with one function, no locations but entry, exit and an error, and `variables`
/// variables of [`WIDTH`] bits.
pub fn empty_program(variables: usize) -> (Program, LocId) {
    let mut program = Program::new(
        Arc::new(TermStore::new()),
        DataModel::Ilp32,
        Property::ASSERT,
    );
    let mut cfa = Cfa::new("main");
    program.checks.push(Check {
        kind: CheckKind::Assertion,
        span: None,
    });
    let stable = StableId::of(&["main", "error"]);
    let error = cfa.add_location(
        LocationKind::Error(CheckId(0)),
        None,
        stable,
        CallPathId::ROOT,
    );
    program.functions.push(Function {
        name: "main".into(),
        cfa,
        parameters: Vec::new(),
        results: Vec::new(),
        span: None,
    });
    for i in 0..variables {
        let integer = IntegerType {
            width: WIDTH,
            signed: false,
        };
        let name = format!("v{i}");
        let sort = Sort::BitVec(WIDTH);
        program.add_variable(
            &name,
            Some(&name),
            &sort,
            integer,
            "unsigned",
            Scope::Global,
            None,
        );
    }
    (program, error)
}

pub fn add_location(program: &mut Program) -> LocId {
    let cfa = &mut program.functions[0].cfa;
    let name = cfa.location_count().to_string();
    let stable = StableId::of(&["main", &name]);
    cfa.add_location(LocationKind::Plain, None, stable, CallPathId::ROOT)
}

pub fn add_edge(program: &mut Program, from: LocId, to: LocId, operation: Operation) {
    program.functions[0].cfa.add_edge(from, to, operation, None);
}

pub fn branch(program: &mut Program, from: LocId, condition: TermId, then: LocId, other: LocId) {
    let reason = AssumeReason::Branch;
    let negation = program.terms.not(condition);
    add_edge(program, from, then, Operation::Assume { condition, reason });
    add_edge(
        program,
        from,
        other,
        Operation::Assume {
            condition: negation,
            reason,
        },
    );
}

pub fn random_condition(program: &Program, random: &mut Random) -> TermId {
    let t = &program.terms;
    let a = program.symbol(VarId(random.below(program.variables.len()) as u32));
    let b = match random.below(3) {
        0 => program.symbol(VarId(random.below(program.variables.len()) as u32)),
        _ => t.bv(WIDTH, random.below(8) as u128),
    };
    let atom = match random.below(4) {
        0 => t.eq(a, b),
        1 => t.bv_ult(a, b),
        2 => t.bv_ule(b, a),
        _ => t.bv_slt(a, b),
    };
    if random.below(2) == 0 {
        t.not(atom)
    } else {
        atom
    }
}

/// A random program; loops, irreducible ones too, are common.
pub fn random_program(random: &mut Random) -> Program {
    let (mut program, error) = empty_program(1 + random.below(3));
    let exit = program.entry_cfa().exit;
    let count = 2 + random.below(6);
    let places: Vec<LocId> = (0..count).map(|_| add_location(&mut program)).collect();
    let entry = program.entry_cfa().entry;
    add_edge(&mut program, entry, places[0], Operation::Skip);
    for (i, from) in places.iter().enumerate() {
        let near = |random: &mut Random| match random.below(8) {
            0 => error,
            1 => exit,
            2..=4 => places[(i + 1) % count],
            _ => places[random.below(count)],
        };
        if random.below(2) == 0 {
            let condition = random_condition(&program, random);
            let (then, other) = (near(random), near(random));
            branch(&mut program, *from, condition, then, other);
            continue;
        }
        let target = VarId(random.below(program.variables.len()) as u32);
        let t = program.terms.clone();
        let operation = match random.below(5) {
            0 => Operation::Havoc {
                target,
                origin: HavocOrigin::Uninitialised,
            },
            1 => Operation::Assign {
                target,
                value: t.bv(WIDTH, random.below(8) as u128),
            },
            2 => Operation::Skip,
            _ => {
                let step = t.bv(WIDTH, 1 + random.below(2) as u128);
                Operation::Assign {
                    target,
                    value: t.bv_add(program.symbol(target), step),
                }
            }
        };
        let to = near(random);
        add_edge(&mut program, *from, to, operation);
    }
    program
}

type State = (LocId, Vec<u128>);

fn eval(program: &Program, values: &[u128], term: TermId) -> Value {
    let assignment: FxHashMap<SymbolId, Value> = program
        .variable_ids()
        .map(|v| {
            let symbol = program
                .terms
                .as_symbol(program.symbol(v))
                .expect("a symbol");
            let value = invar_term::BvValue::new(WIDTH, values[v.0 as usize]);
            (symbol, Value::Bv(value))
        })
        .collect();
    Evaluator::new(&program.terms, &assignment)
        .eval(term)
        .expect("total terms")
}

/// Whether an error can be reached, by enumeration of all states.
pub fn error_reachable(program: &Program) -> bool {
    let cfa = program.entry_cfa();
    let mut seen: BTreeSet<State> = BTreeSet::new();
    let mut pending = vec![(cfa.entry, vec![0; program.variables.len()])];
    while let Some((location, values)) = pending.pop() {
        if !seen.insert((location, values.clone())) {
            continue;
        }
        if Program::is_target(cfa, location) {
            return true;
        }
        for (_, edge) in cfa.outgoing(location) {
            let mut next = vec![values.clone()];
            match &edge.operation {
                Operation::Skip => {}
                Operation::Assume { condition, .. } => {
                    if eval(program, &values, *condition) != Value::Bool(true) {
                        next.clear();
                    }
                }
                Operation::Assign { target, value } => {
                    let value = eval(program, &values, *value).as_bv().expect("a number");
                    next[0][target.0 as usize] = value.unsigned();
                }
                Operation::Havoc { target, .. } => {
                    next = (0..1u128 << WIDTH)
                        .map(|choice| {
                            let mut changed = values.clone();
                            changed[target.0 as usize] = choice;
                            changed
                        })
                        .collect();
                }
                Operation::Call { .. } => unreachable!("no calls here"),
            }
            pending.extend(next.into_iter().map(|v| (edge.to, v)));
        }
    }
    false
}
