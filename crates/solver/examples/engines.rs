//! Times back ends on queries like those of the engines, to choose defaults by measurement:
//! `cargo run --example engines [arrays]`.

use invar_solver::z3::{Z3Factory, Z3Solver};
use invar_solver::{Answer, Budget, SmtLibFactory, Solver, SolverFactory};
use invar_term::{Sort, TermId, TermStore};
use std::sync::Arc;
use std::time::{Duration, Instant};

#[derive(Clone, Copy, PartialEq, Debug)]
enum Arrays {
    Used,
    Absent,
}

fn at(s: &TermStore, name: &str, step: u32) -> TermId {
    let sort = match name {
        "m" => Sort::array(Sort::BitVec(32), Sort::BitVec(8)),
        _ => Sort::BitVec(32),
    };
    s.symbol(&format!("{name}@{step}"), &sort)
}

/// One iteration of a loop of 32-bit arithmetic.
fn transition(s: &TermStore, k: u32, arrays: Arrays) -> TermId {
    let [x, y, z] = ["x", "y", "z"].map(|n| at(s, n, k));
    let [x1, y1, z1] = ["x", "y", "z"].map(|n| at(s, n, k + 1));
    let input = at(s, "input", k);
    let condition = s.bv_slt(y, x);
    let mut next_z = s.bv_add(s.bv_mul(z, s.bv(32, 3)), s.bv_xor(input, y));
    let mut parts = vec![
        s.eq(
            x1,
            s.ite(condition, s.bv_add(x, s.bv(32, 2)), s.bv_sub(x, y)),
        ),
        s.eq(
            y1,
            s.ite(condition, s.bv_add(y, s.bv(32, 1)), s.bv_and(y, input)),
        ),
    ];
    if arrays == Arrays::Used {
        let (m, m1) = (at(s, "m", k), at(s, "m", k + 1));
        parts.push(s.eq(m1, s.store(m, x, s.extract(7, 0, y))));
        next_z = s.bv_add(next_z, s.zero_extend(24, s.select(m, y)));
    }
    parts.push(s.eq(z1, next_z));
    s.and(&parts)
}

fn error(s: &TermStore, k: u32) -> TermId {
    let [x, y, z] = ["x", "y", "z"].map(|n| at(s, n, k));
    s.and(&[
        s.eq(s.bv_urem(x, s.bv(32, 7)), s.bv(32, 3)),
        s.eq(s.bv_mul(x, y), s.bv(32, 0x34_5678)),
        s.bv_ult(z, s.bv(32, 100)),
    ])
}

#[derive(Default)]
struct Count {
    sat: u32,
    unsat: u32,
    unknown: u32,
}

impl Count {
    fn check(&mut self, solver: &mut dyn Solver, assumptions: &[TermId]) -> Answer {
        let answer = solver.check(assumptions, &Budget::lasting(Duration::from_secs(5)));
        match answer {
            Answer::Sat(_) => self.sat += 1,
            Answer::Unsat(_) => self.unsat += 1,
            Answer::Unknown(_) => self.unknown += 1,
        }
        answer
    }
}

fn initial(s: &TermStore) -> TermId {
    s.and(&[
        s.eq(at(s, "y", 0), s.bv(32, 0)),
        s.bv_slt(at(s, "x", 0), s.bv(32, 50)),
    ])
}

/// One solver, the unrolling grows.
fn unrolling(factory: &dyn SolverFactory, arrays: Arrays) -> Count {
    let s = Arc::new(TermStore::new());
    let mut count = Count::default();
    let mut solver = factory.make(&s).expect("starts");
    solver.assert(initial(&s)).expect("asserts");
    for k in 0..10 {
        solver.assert(transition(&s, k, arrays)).expect("asserts");
        count.check(solver.as_mut(), &[error(&s, k + 1)]);
        for bound in 0..5 {
            count.check(solver.as_mut(), &[s.eq(at(&s, "x", 0), s.bv(32, bound))]);
        }
    }
    count
}

/// A new solver for each bound.
fn single(factory: &dyn SolverFactory, arrays: Arrays) -> Count {
    let s = Arc::new(TermStore::new());
    let mut count = Count::default();
    for bound in 1..8 {
        let mut solver = factory.make(&s).expect("starts");
        solver.assert(initial(&s)).expect("asserts");
        for k in 0..bound {
            solver.assert(transition(&s, k, arrays)).expect("asserts");
        }
        solver.assert(error(&s, bound)).expect("asserts");
        count.check(solver.as_mut(), &[]);
    }
    count
}

/// Relative induction: one step, many cubes of literals as assumptions, learned clauses asserted.
fn induction(factory: &dyn SolverFactory, arrays: Arrays) -> Count {
    let s = Arc::new(TermStore::new());
    let mut count = Count::default();
    let mut solver = factory.make(&s).expect("starts");
    solver.assert(transition(&s, 0, arrays)).expect("asserts");
    for i in 0..400u128 {
        let cube = |k: u32| {
            let [x, y, z] = ["x", "y", "z"].map(|n| at(&s, n, k));
            vec![
                s.bv_slt(x, s.bv(32, i % 17)),
                s.bv_slt(s.bv(32, i % 13 + 20), y),
                s.bv_ult(z, s.bv(32, i)),
                s.eq(s.extract(0, 0, x), s.bv(1, i % 2)),
            ]
        };
        let mut assumptions = cube(1);
        assumptions.push(s.not(s.and(&cube(0))));
        if let Answer::Unsat(core) = count.check(solver.as_mut(), &assumptions) {
            let clause: Vec<TermId> = core.assumptions.iter().map(|a| s.not(*a)).collect();
            solver.assert(s.or(&clause)).expect("asserts");
        }
    }
    count
}

fn candidates() -> Vec<(String, Box<dyn SolverFactory>)> {
    let mut list: Vec<(String, Box<dyn SolverFactory>)> = Vec::new();
    for engine in [
        Z3Solver::Automatic,
        Z3Solver::Simple,
        Z3Solver::Logic("QF_BV"),
        Z3Solver::Logic("QF_ABV"),
        Z3Solver::Logic("QF_AUFBV"),
    ] {
        list.push((
            format!("z3 {engine:?}"),
            Box::new(Z3Factory::with_engine(engine)),
        ));
    }
    for argument in ["--simplification=batch", "--simplification=none"] {
        let cvc5 = SmtLibFactory::cvc5().with_argument(argument);
        list.push((format!("cvc5 {argument}"), Box::new(cvc5)));
    }
    list.push(("yices".into(), Box::new(SmtLibFactory::yices())));
    list.push(("bitwuzla".into(), Box::new(SmtLibFactory::bitwuzla())));
    list
}

fn main() {
    let arrays = match std::env::args().nth(1).as_deref() {
        Some("arrays") => Arrays::Used,
        _ => Arrays::Absent,
    };
    type Family = fn(&dyn SolverFactory, Arrays) -> Count;
    let families: [(&str, Family); 3] = [
        ("unrolling", unrolling),
        ("single", single),
        ("induction", induction),
    ];
    for (family, run) in families {
        for (name, factory) in candidates() {
            let start = Instant::now();
            let Count {
                sat,
                unsat,
                unknown,
            } = run(factory.as_ref(), arrays);
            let time = start.elapsed().as_secs_f64();
            println!(
                "{family:10} {name:30} {time:7.2} s  {sat} sat, {unsat} unsat, {unknown} unknown"
            );
        }
    }
}
