//! Our solver against trying everything: incremental, with assumptions, temporary and removable
//! clauses, domains and copies; and against batsat where that is too much.

use crate::common::{Random, is_satisfiable, satisfies, solver};
use invar_budget::Budget;
use invar_sat::{Answer, Cdcl, Domain, Lit, Sat, SolverKind, Var};

/// One formula under many questions.
struct Trial {
    solver: Cdcl,
    variables: usize,
    clauses: Vec<Vec<Lit>>,
    always: Vec<Var>,
}

impl Trial {
    fn new(variables: usize) -> Trial {
        let mut solver = Cdcl::new();
        for _ in 0..variables {
            solver.new_var();
        }
        Trial {
            solver,
            variables,
            clauses: Vec::new(),
            always: Vec::new(),
        }
    }

    fn ask(&mut self, random: &mut Random) -> Answer {
        let assumptions = random.short_clause(self.variables, 3);
        let temporary = random.short_clause(self.variables, 4);
        let only: Vec<Var> = (0..self.variables as u32)
            .filter(|_| random.below(3) > 0)
            .map(Var::new)
            .collect();
        let domain = match random.below(3) {
            0 => Domain::All,
            _ => Domain::Only(&only),
        };
        let budget = Budget::unlimited();
        let answer = Sat::solve(&mut self.solver, &assumptions, &temporary, domain, &budget);
        let mut all = self.clauses.clone();
        if !temporary.is_empty() {
            all.push(temporary.clone());
        }
        match answer {
            Answer::Sat => self.check_model(&assumptions, &temporary, domain, &all),
            Answer::Unsat => {
                let blamed = assumptions.iter().filter(|&&l| self.solver.in_core(l));
                all.extend(blamed.map(|&l| vec![l]));
                assert!(!is_satisfiable(self.variables, &all), "{all:?}");
            }
            Answer::Unknown => panic!("no limit"),
        }
        answer
    }

    fn check_model(
        &self,
        assumptions: &[Lit],
        temporary: &[Lit],
        domain: Domain<'_>,
        all: &[Vec<Lit>],
    ) {
        let inside = |v: Var| match domain {
            Domain::All => true,
            Domain::Only(variables) => {
                variables.contains(&v)
                    || self.always.contains(&v)
                    || assumptions.iter().chain(temporary).any(|l| l.var() == v)
            }
        };
        for &assumption in assumptions {
            assert_eq!(self.solver.value(assumption), Some(true));
            assert_eq!(self.solver.value(!assumption), Some(false));
        }
        for clause in all {
            if clause.iter().all(|l| inside(l.var())) {
                let is_true = |&l: &Lit| self.solver.value(l) == Some(true);
                assert!(clause.iter().any(is_true), "{clause:?} of {all:?}");
            }
        }
    }

    fn add(&mut self, clause: Vec<Lit>) {
        self.solver.add_clause(&clause);
        self.clauses.push(clause);
    }
}

#[test]
fn small_formulas_against_trying_everything() {
    let mut random = Random::new(1);
    let mut answers = [0, 0];
    for _ in 0..3000 {
        let mut trial = Trial::new(2 + random.below(9));
        // Kept, so that it shares clauses with the solver that continues.
        let mut copied = None;
        for _ in 0..20 {
            for _ in 0..random.below(4) {
                let length = 1 + random.below(5);
                let clause = random.clause(trial.variables, length);
                // Units end the interesting part soon.
                if clause.len() > 1 || random.below(6) == 0 {
                    trial.add(clause);
                }
            }
            match random.below(12) {
                0 => {
                    copied = Some(trial.solver.clone());
                }
                1 => trial.solver.simplify(),
                2 => trial.solver.prefer(random.literal(trial.variables)),
                3 => {
                    let variable = Var::new(random.below(trial.variables) as u32);
                    trial.solver.in_every_domain(variable);
                    trial.always.push(variable);
                }
                _ => {}
            }
            answers[usize::from(trial.ask(&mut random) == Answer::Sat)] += 1;
        }
        drop(copied);
    }
    assert!(answers[0] > 5000 && answers[1] > 5000, "{answers:?}");
}

/// A clause that is implied by the others comes and goes; sometimes a stronger one takes its place.
#[test]
fn removable_clauses_against_trying_everything() {
    let mut random = Random::new(2);
    for _ in 0..1000 {
        let mut trial = Trial::new(4 + random.below(6));
        for _ in 0..10 {
            let length = 2 + random.below(3);
            let strong = random.clause(trial.variables, length);
            let mut weak = strong.clone();
            weak.extend(random.clause(trial.variables, 2));
            let id = trial.solver.add_removable_clause(&weak);
            trial.clauses.push(weak);
            trial.ask(&mut random);
            trial.ask(&mut random);
            trial.add(strong);
            trial.solver.remove(id);
            trial.ask(&mut random);
        }
    }
}

/// The two inputs of an AND gate, defined before it.
struct Gate {
    inputs: [Lit; 2],
}

/// Variables below `sources` are free, each other one is the gate of its number.
struct Network {
    sources: usize,
    gates: Vec<Gate>,
}

impl Network {
    fn random(random: &mut Random, sources: usize, gates: usize) -> Network {
        let gates = (0..gates)
            .map(|index| Gate {
                inputs: [(); 2].map(|()| random.literal(sources + index)),
            })
            .collect();
        Network { sources, gates }
    }

    fn variables(&self) -> usize {
        self.sources + self.gates.len()
    }

    fn clauses(&self) -> Vec<Vec<Lit>> {
        let mut clauses = Vec::new();
        for (index, gate) in self.gates.iter().enumerate() {
            let output = Lit::positive((self.sources + index) as u32);
            let [first, second] = gate.inputs;
            clauses.push(vec![!output, first]);
            clauses.push(vec![!output, second]);
            clauses.push(vec![output, !first, !second]);
        }
        clauses
    }

    /// All variables on which these depend, and these.
    fn cone(&self, roots: &[Lit]) -> Vec<Var> {
        let mut is_in = vec![false; self.variables()];
        for root in roots {
            is_in[root.vidx()] = true;
        }
        for variable in (self.sources..self.variables()).rev() {
            if is_in[variable] {
                for input in self.gates[variable - self.sources].inputs {
                    is_in[input.vidx()] = true;
                }
            }
        }
        let inside = (0..self.variables()).filter(|&v| is_in[v]);
        inside.map(|v| Var::new(v as u32)).collect()
    }

    /// The values that follow from the sources.
    fn simulate(&self, sources: u32) -> u32 {
        let mut values = sources;
        for (index, gate) in self.gates.iter().enumerate() {
            let holds = |l: Lit| (values >> l.vidx32() & 1 == 1) == l.is_pos();
            if gate.inputs.iter().all(|&l| holds(l)) {
                values |= 1 << (self.sources + index);
            }
        }
        values
    }
}

/// In the cone of the assumptions the gates outside follow: an answer is exact although most of the
/// circuit is not looked at, and the simulation of the sources agrees with the model.
#[test]
fn partial_models_of_cones_extend_to_the_circuit() {
    let mut random = Random::new(3);
    let mut answers = [0, 0];
    for _ in 0..400 {
        let sources = 2 + random.below(6);
        let gates = 5 + random.below(15);
        let network = Network::random(&mut random, sources, gates);
        let mut solver = Cdcl::new();
        for clause in network.clauses() {
            solver.add_clause(&clause);
        }
        let mut lemmas: Vec<Vec<Lit>> = Vec::new();
        for source in 0..sources {
            solver.in_every_domain(Var::new(source as u32));
        }
        for _ in 0..12 {
            let assumptions = random.clause(network.variables(), 3);
            let temporary = random.short_clause(sources, 3);
            let cone = network.cone(&assumptions);
            let budget = Budget::unlimited();
            let domain = Domain::Only(&cone);
            let answer = Sat::solve(&mut solver, &assumptions, &temporary, domain, &budget);
            let mut wanted = lemmas.clone();
            wanted.extend(assumptions.iter().map(|&l| vec![l]));
            if !temporary.is_empty() {
                wanted.push(temporary);
            }
            let is_good = |values: u32| wanted.iter().all(|c| satisfies(values, c));
            let reachable = (0..1 << sources).any(|s| is_good(network.simulate(s)));
            assert_eq!(answer == Answer::Sat, reachable);
            answers[usize::from(reachable)] += 1;
            if answer == Answer::Sat {
                let mut chosen = 0;
                for source in 0..sources as u32 {
                    if solver.value(Lit::positive(source)) == Some(true) {
                        chosen |= 1 << source;
                    }
                }
                let values = network.simulate(chosen);
                assert!(is_good(values));
                for variable in 0..network.variables() as u32 {
                    let real = values >> variable & 1 == 1;
                    let inside = cone.contains(&Var::new(variable)) || variable < sources as u32;
                    let value = solver.value(Lit::positive(variable));
                    // Outside, only permanently true literals have a value.
                    assert!(value.is_some() || !inside);
                    assert!(value.is_none_or(|v| v == real));
                }
            }
            let lemma = random.clause(sources, 3);
            solver.add_clause(&lemma);
            lemmas.push(lemma);
        }
    }
    assert!(answers[0] > 500 && answers[1] > 500, "{answers:?}");
}

/// Random 3-SAT where half of the formulas have models.
fn three_sat(random: &mut Random, variables: usize) -> Vec<Vec<Lit>> {
    let mut clauses = Vec::new();
    while clauses.len() * 100 < variables * 426 {
        let clause = random.clause(variables, 3);
        if clause.len() == 3 {
            clauses.push(clause);
        }
    }
    clauses
}

#[test]
fn hard_formulas_against_batsat() {
    let mut random = Random::new(4);
    let budget = Budget::unlimited();
    let mut answers = [0, 0];
    for _ in 0..20 {
        let clauses = three_sat(&mut random, 150);
        let mut own = Cdcl::new();
        let mut other = solver(SolverKind::Batsat, 150);
        for clause in &clauses {
            own.add_clause(clause);
            other.add_clause(clause);
        }
        for _ in 0..4 {
            let assumptions = random.clause(150, 4);
            let temporary = random.clause(150, 3);
            let expected = other.solve(&assumptions, &temporary, Domain::All, &budget);
            let answer = Sat::solve(&mut own, &assumptions, &temporary, Domain::All, &budget);
            assert_eq!(answer, expected);
            answers[usize::from(answer == Answer::Sat)] += 1;
            if answer == Answer::Sat {
                for clause in clauses.iter().chain([&temporary]) {
                    assert!(clause.iter().any(|&l| own.value(l) == Some(true)));
                }
            } else {
                let blamed: Vec<Lit> = assumptions
                    .iter()
                    .copied()
                    .filter(|&l| own.in_core(l))
                    .collect();
                let again = other.solve(&blamed, &temporary, Domain::All, &budget);
                assert_eq!(again, Answer::Unsat);
            }
        }
    }
    assert!(answers[0] > 5 && answers[1] > 5, "{answers:?}");
}

/// Hard queries under temporary clauses, then without them: a clause that was learnt from a
/// temporary one and stayed would make some of them unsatisfiable.
#[test]
fn nothing_learnt_from_a_temporary_clause_stays() {
    let mut random = Random::new(5);
    let budget = Budget::unlimited();
    let mut unsatisfiable = 0;
    for _ in 0..8 {
        let clauses = three_sat(&mut random, 100);
        let mut own = Cdcl::new();
        for clause in &clauses {
            own.add_clause(clause);
        }
        if Sat::solve(&mut own, &[], &[], Domain::All, &budget) != Answer::Sat {
            continue;
        }
        let model: Vec<Lit> = (0..100)
            .map(Lit::positive)
            .map(|l| if own.value(l) == Some(true) { l } else { !l })
            .collect();
        for round in 0..60 {
            let against: Vec<Lit> = (0..1 + round % 4)
                .map(|_| !model[random.below(100)])
                .collect();
            let answer = Sat::solve(&mut own, &[], &against, Domain::All, &budget);
            unsatisfiable += usize::from(answer == Answer::Unsat);
            let answer = Sat::solve(&mut own, &model, &[], Domain::All, &budget);
            assert_eq!(answer, Answer::Sat, "after {against:?}");
        }
    }
    assert!(unsatisfiable > 20, "{unsatisfiable}");
}

#[test]
fn the_traits_of_rustsat() {
    use rustsat::clause;
    use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
    let [a, b, c] = [0, 1, 2].map(Lit::positive);
    let mut own = Cdcl::new();
    own.extend([clause![!a, b], clause![!b, c]]);
    assert!(own.lit_val(a).is_err());
    assert_eq!(own.solve_assumps(&[a]).unwrap(), SolverResult::Sat);
    assert!(own.solution(Var::new(2)).unwrap().lit_value(c) == rustsat::types::TernaryVal::True);
    assert!(own.core().is_err());
    assert_eq!(own.solve_assumps(&[a, !c]).unwrap(), SolverResult::Unsat);
    let mut core = own.core().unwrap();
    core.sort_unstable();
    assert_eq!(core, [!a, c]);
    Solve::add_clause(&mut own, clause![a]).unwrap();
    Solve::add_clause(&mut own, clause![!c]).unwrap();
    assert_eq!(Solve::solve(&mut own).unwrap(), SolverResult::Unsat);
}

/// What is found permanently true in one domain must reach clauses that were outside it.
#[test]
fn units_of_one_domain_matter_in_the_next() {
    let [f, g, l, m, a, b] = [0, 1, 2, 3, 4, 5].map(Lit::positive);
    let mut own = Cdcl::new();
    own.add_clause(&[f, g, l, m]);
    let budget = Budget::unlimited();
    for (unit, other) in [(f, a), (g, b)] {
        own.add_clause(&[!unit, other]);
        own.add_clause(&[!unit, !other]);
        // Deciding for `unit` first shows that it is false.
        own.prefer(unit);
        own.prefer(!other);
        let domain = [unit.var(), other.var()];
        let answer = Sat::solve(&mut own, &[], &[], Domain::Only(&domain), &budget);
        assert_eq!(answer, Answer::Sat);
        assert_eq!(own.value(unit), Some(false));
    }
    let domain = [f, g, l, m].map(|l| l.var());
    let answer = Sat::solve(&mut own, &[!l, !m], &[], Domain::Only(&domain), &budget);
    assert_eq!(answer, Answer::Unsat);
    assert!(own.in_core(!l) && own.in_core(!m));
}

/// Long enough for clauses to be forgotten and memory to be moved together: lemmas that come and are
/// replaced by stronger ones, questions about cones, against batsat without domains.
#[test]
fn a_long_life_against_batsat() {
    let mut random = Random::new(6);
    let budget = Budget::unlimited();
    let mut answers = [0, 0];
    for round in 0..3 {
        let network = Network::random(&mut random, 60, 600);
        let mut base = Cdcl::new();
        let mut other = solver(SolverKind::Batsat, network.variables());
        for clause in network.clauses() {
            base.add_clause(&clause);
            other.add_clause(&clause);
        }
        let mut own = base.clone();
        for question in 0..2500 {
            let assumptions = random.clause(network.variables(), 4);
            let temporary = random.short_clause(60, 6);
            let cone = network.cone(&assumptions);
            let domain = match question % 50 {
                0 => Domain::All,
                _ => Domain::Only(&cone),
            };
            let expected = other.solve(&assumptions, &temporary, Domain::All, &budget);
            let answer = Sat::solve(&mut own, &assumptions, &temporary, domain, &budget);
            assert_eq!(answer, expected, "question {question} of round {round}");
            answers[usize::from(answer == Answer::Sat)] += 1;
            if answer == Answer::Unsat {
                let blamed: Vec<Lit> = assumptions
                    .into_iter()
                    .filter(|&l| own.in_core(l))
                    .collect();
                let again = other.solve(&blamed, &temporary, Domain::All, &budget);
                assert_eq!(again, Answer::Unsat);
            }
            if question % 10 == 0 {
                // Not too many, or nothing is satisfiable in the end.
                let strong = random.clause(60, 6);
                let mut weak = strong.clone();
                weak.extend(random.clause(60, 2));
                for literal in &weak {
                    own.in_every_domain(literal.var());
                }
                let id = own.add_removable_clause(&weak);
                own.add_removable_clause(&strong);
                own.remove(id);
                other.add_clause(&strong);
            }
            if question % 700 == 699 {
                own = own.clone();
                own.simplify();
            }
        }
    }
    assert!(answers[0] > 500 && answers[1] > 500, "{answers:?}");
}
