//! Time of each solver for single hard questions: random 3-SAT, pigeons, a multiplier against itself
//! with its arguments exchanged.
//!
//! `cargo run --release -p invar-sat --example hard [own]`

mod support;

use invar_budget::Budget;
use invar_sat::{Answer, Domain, Lit, SolverKind, make};
use std::time::Duration;
use support::{Random, processor_time};

#[derive(Default)]
struct Formula {
    variables: u32,
    clauses: Vec<Vec<Lit>>,
}

impl Formula {
    fn fresh(&mut self) -> Lit {
        self.variables += 1;
        Lit::positive(self.variables - 1)
    }

    fn and(&mut self, first: Lit, second: Lit) -> Lit {
        let output = self.fresh();
        self.clauses.push(vec![!output, first]);
        self.clauses.push(vec![!output, second]);
        self.clauses.push(vec![output, !first, !second]);
        output
    }

    fn or(&mut self, first: Lit, second: Lit) -> Lit {
        !self.and(!first, !second)
    }

    fn xor(&mut self, first: Lit, second: Lit) -> Lit {
        let both = self.and(first, second);
        let none = self.and(!first, !second);
        self.and(!both, !none)
    }

    fn multiply(&mut self, first: &[Lit], second: &[Lit], no: Lit) -> Vec<Lit> {
        let width = first.len();
        let mut sum = vec![no; width];
        for (shift, &factor) in second.iter().enumerate() {
            let mut carry = no;
            for index in shift..width {
                let term = self.and(first[index - shift], factor);
                let half = self.xor(sum[index], term);
                let generated = self.and(sum[index], term);
                let passed = self.and(half, carry);
                sum[index] = self.xor(half, carry);
                carry = self.or(generated, passed);
            }
        }
        sum
    }
}

fn three_sat(seed: u64, variables: usize) -> Formula {
    let mut random = Random(seed);
    let clauses = (0..variables * 426 / 100)
        .map(|_| {
            let mut literal = || Lit::new(random.below(variables) as u32, random.below(2) == 1);
            vec![literal(), literal(), literal()]
        })
        .collect();
    Formula {
        variables: variables as u32,
        clauses,
    }
}

fn pigeons(pigeons: u32) -> Formula {
    let holes = pigeons - 1;
    let sits = |pigeon: u32, hole: u32| Lit::positive(pigeon * holes + hole);
    let mut clauses = Vec::new();
    for pigeon in 0..pigeons {
        clauses.push((0..holes).map(|hole| sits(pigeon, hole)).collect());
        for other in 0..pigeon {
            clauses.extend((0..holes).map(|h| vec![!sits(pigeon, h), !sits(other, h)]));
        }
    }
    Formula {
        variables: pigeons * holes,
        clauses,
    }
}

fn exchanged(width: usize) -> Formula {
    let mut formula = Formula::default();
    let no = formula.fresh();
    formula.clauses.push(vec![!no]);
    let first: Vec<Lit> = (0..width).map(|_| formula.fresh()).collect();
    let second: Vec<Lit> = (0..width).map(|_| formula.fresh()).collect();
    let one = formula.multiply(&first, &second, no);
    let other = formula.multiply(&second, &first, no);
    let different = one
        .iter()
        .zip(&other)
        .map(|(&a, &b)| formula.xor(a, b))
        .collect();
    formula.clauses.push(different);
    formula
}

fn main() {
    let mut sets: Vec<(String, Vec<Formula>)> = Vec::new();
    let random = (1..=20).map(|seed| three_sat(seed * 7919, 200)).collect();
    sets.push(("3-SAT, 200 variables".to_owned(), random));
    sets.push(("9 pigeons".to_owned(), vec![pigeons(9)]));
    for width in [6, 7] {
        sets.push((format!("multiplier, {width} bits"), vec![exchanged(width)]));
    }
    let only_own = std::env::args().any(|a| a == "own");
    let kinds = &SolverKind::ALL[..if only_own { 1 } else { 3 }];
    for (name, formulas) in &sets {
        for &kind in kinds {
            let begin = processor_time();
            let mut satisfiable = 0;
            for formula in formulas {
                let mut solver = make(kind);
                for _ in 0..formula.variables {
                    solver.new_var();
                }
                for clause in &formula.clauses {
                    solver.add_clause(clause);
                }
                let budget = Budget::lasting(Duration::from_secs(20));
                let answer = solver.solve(&[], &[], Domain::All, &budget);
                satisfiable += usize::from(answer == Answer::Sat);
                assert_ne!(answer, Answer::Unknown, "{name} takes {kind:?} too long");
            }
            let time = processor_time() - begin;
            println!("{name:22} {kind:8?} {time:10.2?}  sat {satisfiable}");
        }
    }
}
