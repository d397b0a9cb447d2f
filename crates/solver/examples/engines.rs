//! Times back ends on bounded model checking queries, to choose the default by measurement.

use invar_solver::z3::{Z3Factory, Z3Solver};
use invar_solver::{Answer, Budget, SmtLibFactory, SolverFactory};
use invar_term::{Sort, TermId, TermStore};
use std::sync::Arc;
use std::time::Instant;

/// A loop of 32-bit arithmetic, unrolled; each step is guarded by a fresh literal.
fn unrolled(s: &TermStore, steps: u32, arrays: Arrays) -> (Vec<TermId>, Vec<TermId>) {
    let word = Sort::BitVec(32);
    let memory = Sort::array(word.clone(), Sort::BitVec(8));
    let at = |name: &str, k: u32, sort: &Sort| s.symbol(&format!("{name}@{k}"), sort);
    let mut transitions = Vec::new();
    let mut errors = Vec::new();
    for k in 0..steps {
        let (x, y, z) = (at("x", k, &word), at("y", k, &word), at("z", k, &word));
        let (x1, y1, z1) = (
            at("x", k + 1, &word),
            at("y", k + 1, &word),
            at("z", k + 1, &word),
        );
        let input = at("input", k, &word);
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
            let (m, m1) = (at("m", k, &memory), at("m", k + 1, &memory));
            parts.push(s.eq(m1, s.store(m, x, s.extract(7, 0, y))));
            next_z = s.bv_add(next_z, s.zero_extend(24, s.select(m, y)));
        }
        parts.push(s.eq(z1, next_z));
        transitions.push(s.and(&parts));
        errors.push(s.and(&[
            s.eq(s.bv_urem(x1, s.bv(32, 7)), s.bv(32, 3)),
            s.eq(s.bv_mul(x1, y1), s.bv(32, 0x34_5678)),
            s.bv_ult(z1, s.bv(32, 100)),
        ]));
    }
    (transitions, errors)
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Arrays {
    Used,
    Absent,
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
    for argument in [
        "--lang=smt2",
        "--simplification=none",
        "--minimal-unsat-cores",
    ] {
        let cvc5 = SmtLibFactory::cvc5().with_argument(argument);
        list.push((format!("cvc5 {argument}"), Box::new(cvc5)));
    }
    list.push(("yices".into(), Box::new(SmtLibFactory::yices())));
    list
}

fn main() {
    for arrays in [Arrays::Absent, Arrays::Used] {
        for (name, factory) in candidates() {
            let store = Arc::new(TermStore::new());
            let (transitions, errors) = unrolled(&store, 8, arrays);
            let mut solver = factory.make(&store).expect("starts");
            let start = Instant::now();
            let zero = store.bv(32, 0);
            let y0 = store.symbol("y@0", &Sort::BitVec(32));
            solver.assert(store.eq(y0, zero)).expect("asserts");
            let (mut sat, mut unsat, mut unknown) = (0, 0, 0);
            let mut small = 0;
            for (transition, error) in transitions.iter().zip(&errors) {
                solver.assert(*transition).expect("asserts");
                for bound in 0..20u128 {
                    let x0 = store.symbol("x@0", &Sort::BitVec(32));
                    let assumption = store.eq(x0, store.bv(32, bound));
                    let query: &[TermId] = if bound == 0 {
                        &[assumption, *error]
                    } else {
                        &[assumption]
                    };
                    small += query.len();
                    let budget = Budget::lasting(std::time::Duration::from_secs(5));
                    match solver.check(query, &budget) {
                        Answer::Sat(_) => sat += 1,
                        Answer::Unsat(_) => unsat += 1,
                        Answer::Unknown(cause) => {
                            unknown += 1;
                            if unknown == 1 {
                                println!("{cause:?}");
                            }
                        }
                    }
                }
            }
            println!(
                "arrays {arrays:?} {name}: {:?} sat {sat} unsat {unsat} unknown {unknown} ({small})",
                start.elapsed()
            );
        }
    }
}
