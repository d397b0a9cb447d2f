//! The passes on a program of the size that inlining may produce.

use crate::testing::{Builder, Random};
use crate::{PassOptions, prepare};
use invar_cfa::{LocId, Program, VarId};

/// A long program of nested branches and loops over many variables, with checks on the way.
fn large(edges: usize, variables: usize) -> Program {
    let mut r = Random::new(7);
    let mut b = Builder::new();
    let t = b.terms.clone();
    let vars: Vec<VarId> = (0..variables)
        .map(|i| b.variable(&format!("v{i}"), 32, i % 2 == 0))
        .collect();
    let error = b.error();
    let mut here = b.entry();
    for x in &vars {
        let next = b.plain();
        b.havoc(here, next, *x);
        here = next;
    }
    let mut open: Vec<LocId> = Vec::new();
    while b.body().cfa.edge_count() < edges {
        let x = vars[r.below(variables)];
        let (sx, sy) = (b.symbol(x), b.symbol(vars[r.below(variables)]));
        let next = b.plain();
        match r.below(12) {
            0 => {
                b.havoc(here, next, x);
            }
            1 if open.len() < 20 => {
                // A loop or a branch: its other side is closed later.
                let inside = b.plain();
                b.branch(here, inside, next, t.bv_slt(sx, sy));
                open.push(here);
                open.push(next);
                here = inside;
                continue;
            }
            2 | 3 if open.len() >= 2 => {
                let after = open.pop().expect("two");
                let head = open.pop().expect("two");
                let back = if r.below(2) == 0 { head } else { after };
                b.assign(here, back, x, t.bv_add(sx, t.bv(32, 1)));
                here = after;
                continue;
            }
            4 => {
                b.branch(here, error, next, t.eq(sx, t.bv(32, 77)));
            }
            5 => {
                b.assign(here, next, x, t.bv(32, r.below(50) as u128));
            }
            _ => {
                b.assign(here, next, x, t.bv_add(sy, t.bv(32, 1)));
            }
        }
        here = next;
    }
    b.program
}

#[test]
fn a_large_program_is_prepared() {
    let program = large(20_000, 500);
    let prepared = prepare(&program, &PassOptions::default());
    assert!(prepared.program.entry_cfa().edge_count() <= program.entry_cfa().edge_count());
    assert_eq!(prepared.notes, Vec::<String>::new());
}

#[test]
#[ignore = "prints timings; for people"]
fn timings_of_the_largest_programs() {
    for (edges, variables) in [(50_000, 1000), (100_000, 5000), (200_000, 500)] {
        let program = large(edges, variables);
        let prepared = prepare(&program, &PassOptions::default());
        println!("{edges} {variables}: {:?}", prepared.timings);
        println!(
            "left {} facts {} infeasible {} notes {:?}",
            prepared.program.entry_cfa().edge_count(),
            prepared.back.facts().len(),
            prepared.back.infeasible().len(),
            prepared.notes
        );
    }
}
