//! Questions per second of each solver on a random circuit, asked as IC3 does: is the cube `c`
//! inductive relative to the lemmas, `F & !c & T & c'`? Cubes that are become lemmas.
//!
//! `cargo run --release -p invar-sat --example queries [questions [ands [latches]]] [cones]`

mod support;

use invar_budget::Budget;
use invar_sat::{Answer, Cdcl, Domain, Lit, Sat, SolverKind, Var, make};
use rustsat::solvers::GetInternalStats;
use std::time::Duration;
use support::{Random, processor_time};

/// Variables: latches, inputs, gates.
struct Circuit {
    latches: usize,
    sources: usize,
    gates: Vec<[Lit; 2]>,
    next: Vec<Lit>,
}

impl Circuit {
    /// Blocks of gates, each over a few sources and its own earlier gates, as circuits have modules.
    fn random(random: &mut Random, latches: usize, ands: usize) -> Circuit {
        let sources = latches + latches / 2;
        let per_block = 40;
        let mut gates: Vec<[Lit; 2]> = Vec::new();
        let mut pool: Vec<u32> = Vec::new();
        for index in 0..ands {
            if index % per_block == 0 {
                pool = (0..12).map(|_| random.below(sources) as u32).collect();
                // A few signals of other blocks.
                for _ in 0..2.min(index) {
                    pool.push((sources + random.below(index)) as u32);
                }
            }
            let reach = pool.len().min(16);
            let gate = [(); 2].map(|()| {
                let from_start = random.below(3) == 0;
                let index = if from_start {
                    random.below(pool.len())
                } else {
                    pool.len() - 1 - random.below(reach)
                };
                Lit::new(pool[index], random.below(2) == 1)
            });
            gates.push(gate);
            pool.push((sources + index) as u32);
        }
        let next = (0..latches)
            .map(|_| {
                let gate = random.below(ands);
                Lit::new((sources + gate) as u32, random.below(2) == 1)
            })
            .collect();
        Circuit {
            latches,
            sources,
            gates,
            next,
        }
    }

    fn variables(&self) -> usize {
        self.sources + self.gates.len()
    }

    fn load(&self, solver: &mut dyn Sat) {
        for _ in 0..self.variables() {
            solver.new_var();
        }
        for (index, &[first, second]) in self.gates.iter().enumerate() {
            let output = Lit::positive((self.sources + index) as u32);
            solver.add_clause(&[!output, first]);
            solver.add_clause(&[!output, second]);
            solver.add_clause(&[output, !first, !second]);
        }
    }

    fn cone(&self, roots: &[Lit], stamps: &mut [u32], stamp: u32) -> Vec<Var> {
        let mut found = Vec::new();
        let mut stack: Vec<usize> = roots.iter().map(|l| l.vidx()).collect();
        while let Some(variable) = stack.pop() {
            if stamps[variable] == stamp {
                continue;
            }
            stamps[variable] = stamp;
            found.push(Var::new(variable as u32));
            if variable >= self.sources {
                let inputs = self.gates[variable - self.sources];
                stack.extend(inputs.iter().map(|l| l.vidx()));
            }
        }
        found
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Looking {
    Everywhere,
    InCones,
}

#[derive(Default)]
struct Tally {
    sat: usize,
    unsat: usize,
    cone: usize,
    time: Duration,
}

fn run(circuit: &Circuit, solver: &mut dyn Sat, questions: usize, looking: Looking) -> Tally {
    let mut random = Random(0x1234_5678_9abc_def1);
    let mut tally = Tally::default();
    let mut stamps = vec![0; circuit.variables()];
    let budget = Budget::unlimited();
    let begin = processor_time();
    for question in 0..questions {
        let size = 2 + random.below(8);
        let mut cube: Vec<Lit> = (0..size)
            .map(|_| Lit::new(random.below(circuit.latches) as u32, random.below(2) == 1))
            .collect();
        cube.sort_unstable();
        cube.dedup_by_key(|l| l.var());
        let negated: Vec<Lit> = cube.iter().map(|&l| !l).collect();
        let next: Vec<Lit> = cube
            .iter()
            .map(|l| {
                if l.is_pos() {
                    circuit.next[l.vidx()]
                } else {
                    !circuit.next[l.vidx()]
                }
            })
            .collect();
        let cone;
        let domain = match looking {
            Looking::Everywhere => Domain::All,
            Looking::InCones => {
                cone = circuit.cone(&next, &mut stamps, question as u32 + 1);
                tally.cone += cone.len();
                Domain::Only(&cone)
            }
        };
        match solver.solve(&next, &negated, domain, &budget) {
            Answer::Sat => tally.sat += 1,
            _ => {
                tally.unsat += 1;
                solver.add_clause(&negated);
                for literal in &negated {
                    solver.in_every_domain(literal.var());
                }
            }
        }
    }
    tally.time = processor_time() - begin;
    tally
}

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|a| a.parse().ok());
    let questions = numbers.next().unwrap_or(5000);
    let ands = numbers.next().unwrap_or(20_000);
    let latches = numbers.next().unwrap_or(500);
    let only_cones = std::env::args().any(|a| a == "cones");
    let circuit = Circuit::random(&mut Random(42), latches, ands);
    let tell = |name: &str, tally: &Tally| {
        println!(
            "{name:22} {:9.0} questions/s  sat {} unsat {} mean cone {}",
            questions as f64 / tally.time.as_secs_f64(),
            tally.sat,
            tally.unsat,
            tally.cone / questions,
        );
    };
    let mut own = Cdcl::new();
    circuit.load(&mut own);
    let begin = processor_time();
    for _ in 0..100 {
        std::hint::black_box(own.clone());
    }
    println!("copy {:?}", (processor_time() - begin) / 100);
    let mut copy = own.clone();
    let tally = run(&circuit, &mut copy, questions, Looking::InCones);
    tell("own, in cones", &tally);
    println!(
        "  per question: {:.1} decisions, {:.2} conflicts, {:.1} propagations",
        copy.decisions() as f64 / questions as f64,
        copy.conflicts() as f64 / questions as f64,
        copy.propagations() as f64 / questions as f64,
    );
    if only_cones {
        return;
    }
    tell(
        "own, everywhere",
        &run(&circuit, &mut own, questions, Looking::Everywhere),
    );
    for kind in [SolverKind::Batsat, SolverKind::Cadical] {
        let mut solver = make(kind);
        circuit.load(&mut *solver);
        tell(
            &format!("{kind:?}"),
            &run(&circuit, &mut *solver, questions, Looking::Everywhere),
        );
    }
}
