//! Inequalities between states of executions and refined states, and where the former come from.

use super::super::samples;
use super::{Fixture, site};
use crate::Task;
use crate::engines::ic3_cegar::options::Mining;
use crate::shared::ic3::{PlaceKind, System};
use invar_cfa::{
    AssumeReason, CallPathId, Cfa, Check, CheckId, CheckKind, DataModel, Function, HavocOrigin,
    IntegerType, LocId, LocationKind, Operation, Program, Property, Scope, StableId, VarId,
};
use invar_encode::{Arithmetic, BlockGraph};
use invar_term::{BvValue, IBig, Sort, TermId, TermStore, Value};
use std::sync::Arc;

/// Executions have `x <= y`, refined states do not; no equation explains the latter.
#[test]
fn inequalities_separate_executions_from_refined_states() {
    let executed: [&[i64]; 5] = [&[0, 9], &[4, 5], &[5, 5], &[-2, -2], &[8, 8]];
    let refined: [&[i64]; 3] = [&[1, 0], &[4, 2], &[6, 5]];
    for sort in [Sort::Int, Sort::Real, Sort::BitVec(32)] {
        let fixture = Fixture::new(sort, &["x", "y"]);
        let mut mine = fixture.mine(&[Mining::Inequalities], &executed);
        let found = fixture.record(&mut mine, &refined);
        assert!(found[..2].concat().is_empty(), "too few points");
        let found = found.concat();
        for predicate in &found {
            assert!(
                executed
                    .iter()
                    .all(|point| fixture.holds(*predicate, point))
            );
            assert!(!refined.iter().all(|point| fixture.holds(*predicate, point)));
        }
        // The best is violated by all three.
        assert!(refined.iter().all(|point| !fixture.holds(found[0], point)));
        assert!(fixture.holds(found[0], &[50, 50]) && !fixture.holds(found[0], &[51, 50]));
    }
}

/// A sum that only coefficients beyond one separate: executions have `2 x <= y`.
#[test]
fn sums_with_small_coefficients_separate() {
    let fixture = Fixture::new(Sort::Int, &["x", "y"]);
    let executed: [&[i64]; 5] = [&[0, 0], &[3, 6], &[-4, -8], &[10, 20], &[-7, -14]];
    let refined: [&[i64]; 3] = [&[0, -1], &[1, 1], &[-3, -7]];
    let mut mine = fixture.mine(&[Mining::Inequalities], &executed);
    let found = fixture.record(&mut mine, &refined).concat();
    let twice = |point: &[i64]| 2 * point[0] <= point[1];
    let is_wanted = |predicate: &TermId| {
        (-9..9).all(|x| (-9..9).all(|y| fixture.holds(*predicate, &[x, y]) == twice(&[x, y])))
    };
    assert!(found.iter().any(is_wanted));
}

/// Executions have `x <= -3`: that bound and zero are worth trying.
#[test]
fn zero_is_a_bound_that_is_tried() {
    for sort in [Sort::Int, Sort::BitVec(32)] {
        let fixture = Fixture::new(sort, &["x"]);
        let mut mine = fixture.mine(&[Mining::Inequalities], &[&[-3], &[-5]]);
        let found = fixture.record(&mut mine, &[&[1], &[5], &[2]]).concat();
        let bounds = [-3, 0].map(|bound| {
            let is_bound =
                |p: &&TermId| fixture.holds(**p, &[bound]) && !fixture.holds(**p, &[bound + 1]);
            found.iter().filter(is_bound).count()
        });
        assert_eq!((bounds, found.len()), ([1, 1], 2));
    }
}

/// Nothing without executions, without the option, or where refined states look like executions.
#[test]
fn nothing_separates() {
    let fixture = Fixture::new(Sort::Int, &["x"]);
    let refined: [&[i64]; 3] = [&[1], &[5], &[2]];
    let found = |mining: &[Mining], executed: &[&[i64]]| {
        fixture
            .record(&mut fixture.mine(mining, executed), &refined)
            .concat()
    };
    assert!(found(&[Mining::Inequalities], &[]).is_empty());
    assert!(found(&[], &[&[0]]).is_empty());
    assert!(found(&[Mining::Inequalities], &[&[0], &[9]]).is_empty());
    assert!(!found(&[Mining::Inequalities], &[&[0]]).is_empty());
}

/// One state gives few inequalities; further states give others.
#[test]
fn few_inequalities_at_a_time() {
    let fixture = Fixture::new(Sort::Int, &["x", "y", "z", "u"]);
    let mut mine = fixture.mine(&[Mining::Inequalities], &[&[0, 0, 0, 0]]);
    let refined: [&[i64]; 4] = [&[1, 2, 5, 9], &[3, 1, 7, 2], &[9, 4, 2, 8], &[6, 6, 1, 3]];
    let found = fixture.record(&mut mine, &refined);
    let is_equation = |p: &&TermId| *fixture.terms.op(**p) == invar_term::Op::Eq;
    let inequalities = |all: &[TermId]| all.len() - all.iter().filter(is_equation).count();
    assert_eq!(inequalities(&found[2]), super::super::MAX_INEQUALITIES);
    assert_eq!(inequalities(&found[3]), super::super::MAX_INEQUALITIES);
}

/// `n` any; `while (x < n) x++; while (y < n) y++; assert(y <= n);`, with its two heads.
fn two_loops(terms: &Arc<TermStore>) -> (Program, [VarId; 3], [LocId; 2]) {
    let mut program = Program::new(Arc::clone(terms), DataModel::Ilp32, Property::ASSERT);
    program.checks.push(Check {
        kind: CheckKind::Assertion,
        span: None,
    });
    let variables = ["x", "y", "n"].map(|name| {
        let integer = IntegerType {
            width: 32,
            signed: true,
        };
        let sort = Sort::Int;
        program.add_variable(name, Some(name), &sort, integer, "int", Scope::Global, None)
    });
    let mut cfa = Cfa::new("main");
    let location = |cfa: &mut Cfa, kind| {
        let number = cfa.location_count().to_string();
        cfa.add_location(kind, None, StableId::of(&[&number]), CallPathId::ROOT)
    };
    let plain = LocationKind::Plain;
    let heads = [location(&mut cfa, plain), location(&mut cfa, plain)];
    let bodies = [location(&mut cfa, plain), location(&mut cfa, plain)];
    let after = location(&mut cfa, plain);
    let error = location(&mut cfa, LocationKind::Error(CheckId(0)));
    let assume = |cfa: &mut Cfa, from, to, condition| {
        let reason = AssumeReason::Branch;
        cfa.add_edge(from, to, Operation::Assume { condition, reason }, None);
    };
    let havoc = Operation::Havoc {
        target: variables[2],
        origin: HavocOrigin::Input("nondet".into()),
    };
    let entry = cfa.entry;
    cfa.add_edge(entry, heads[0], havoc, None);
    let one = terms.constant(&Value::Int(IBig::ONE));
    let n = program.symbol(variables[2]);
    for (index, exit) in [heads[1], after].into_iter().enumerate() {
        let target = variables[index];
        let symbol = program.symbol(target);
        let below = terms.lt(symbol, n);
        assume(&mut cfa, heads[index], bodies[index], below);
        assume(&mut cfa, heads[index], exit, terms.not(below));
        let value = terms.add(symbol, one);
        let increment = Operation::Assign { target, value };
        cfa.add_edge(bodies[index], heads[index], increment, None);
    }
    let fails = terms.lt(n, program.symbol(variables[1]));
    assume(&mut cfa, after, error, fails);
    program.functions.push(Function {
        name: "main".into(),
        cfa,
        parameters: Vec::new(),
        results: Vec::new(),
        span: None,
    });
    (program, variables, heads)
}

#[test]
fn executions_are_sorted_by_site() {
    let terms = Arc::new(TermStore::new());
    let (program, variables, heads) = two_loops(&terms);
    let blocks = BlockGraph::of(&program, Arithmetic::Bv).expect("a program with blocks");
    let task = Task {
        program: &program,
        blocks: &blocks,
        facts: &[],
    };
    let [x, y, n] = variables.map(|v| terms.as_symbol(program.symbol(v)).expect("a symbol"));
    let zero = Value::Int(IBig::ZERO);

    // A place per head: at the second one, `x` does not matter.
    let system = System::of_blocks(&blocks);
    let place_of = |location| {
        let is_there =
            |p: &crate::shared::ic3::PlaceId| system.place(*p).location == Some(location);
        system.inner().find(is_there)
    };
    let by_place = samples(&task, &system, |location| Some((place_of(location)?, None)));
    assert_eq!(by_place.len(), 2);
    for memory in &by_place[&(place_of(heads[0]).expect("a place"), None)] {
        assert!(memory[&y] == zero && (memory[&x] <= memory[&n] || memory[&x] == zero));
    }
    let second = &by_place[&(place_of(heads[1]).expect("a place"), None)];
    assert!(second.iter().all(|memory| !memory.contains_key(&x)));
    assert!(second.iter().any(|memory| memory[&y] > zero));

    // One place and a counter: `x` is zero where it does not matter.
    let mut monolith = System::new(&terms);
    let all = [x, y, n].into_iter().collect();
    let place = monolith.add_place(PlaceKind::Inner, None, all);
    let number = |value| (place, Some(Value::Bv(BvValue::new(8, value))));
    let counter = |location| {
        let index = heads.iter().position(|head| *head == location)?;
        Some(number(index as u128))
    };
    let by_counter = samples(&task, &monolith, counter);
    let sites: Vec<_> = by_counter.keys().cloned().collect();
    assert_eq!(sites, [number(0), number(1)]);
    assert_ne!(sites[0], site(1));
    assert!(by_counter[&number(0)].iter().any(|m| m[&x] > zero));
    assert!(by_counter[&number(1)].iter().all(|m| m[&x] == zero));
}
