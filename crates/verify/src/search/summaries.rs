//! Programs with recursion: contracts of procedures instead of inlined calls.
//!
//! The program is divided (`invar_passes::divide`), its Horn clauses are solved over integers, the
//! solution is read back as contracts and invariants over bit-vectors, what does not hold there is
//! left out, and what is left is certified.
//!
//! The way of a recursive program: `passes/src/inline/procedures.rs` divides it, `encode/src/horn/procedures.rs` makes clauses with two
//! premises, `engine/src/engines/summaries` eliminates the predicates between calls (`shorten`) and has the rest solved. This
//! module reads the solution back as contracts over bit-vectors, drops conjuncts that do not hold (each is an error of
//! its own in `certify::obligations`), and has the rest certified. Counterexamples come from inlining.

use crate::evidence::describe::modular_report;
use crate::finder::Finder;
use crate::finding::{Answered, Attribution, Claimant, Unanswered};
use crate::program::load::MAX_EDGES;
use crate::request::{EngineId, arithmetic_name};
use crate::run::Run;
use crate::worker::Worker;
use invar_budget::Budget;
use invar_certify::{Claim, Rejection, certify_modular, obligations};
use invar_cfa::LocId;
use invar_encode::{Arithmetic, BlockGraph, HornSystem, Starts, Translated, translate};
use invar_engine::{
    Candidates, Context, Queries, Summarised, Task, houdini, open_targets, summaries,
};
use invar_passes::{Divided, InlineError, divide};
use invar_solver::SolverFactory;
use invar_term::TermId;
use invar_verdict::{Contract, Limit, ModularProof, Reason};
use std::collections::BTreeSet;

/// What is tried, each with the part of the time left that it may take.
const TRIED: [(Arithmetic, Starts, u32); 7] = [
    (Arithmetic::Int, Starts::Any, 4),
    (Arithmetic::Int, Starts::Called, 5),
    (Arithmetic::Checked, Starts::Any, 4),
    (Arithmetic::Checked, Starts::Called, 4),
    (Arithmetic::Wrap, Starts::Any, 3),
    (Arithmetic::Bv, Starts::Any, 2),
    (Arithmetic::Bv, Starts::Called, 1),
];

/// Why there are no contracts in one arithmetic.
enum Failure {
    /// The clauses have no solution: an error is derivable.
    Derivable(Arithmetic),
    /// Anything else.
    Other(Reason),
}

impl From<Reason> for Failure {
    fn from(reason: Reason) -> Failure {
        Failure::Other(reason)
    }
}

impl Failure {
    fn reason(self) -> Reason {
        match self {
            Failure::Derivable(arithmetic) => Reason::SolverGaveUp {
                message: format!("over {arithmetic} there are no summaries that suffice"),
            },
            Failure::Other(reason) => reason,
        }
    }
}

/// How contracts are read back.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// As they are.
    Plain,
    /// Also with equations in the place of bounds.
    Bordered,
}

impl Run<'_> {
    /// The program with its procedures apart; nothing if it has none.
    pub(crate) fn divided(&self, program: &invar_cfa::Program) -> Result<Option<Divided>, Reason> {
        let divided = divide(program, MAX_EDGES).map_err(|error| match error {
            InlineError::TooLarge { limit } => Reason::Bound(Limit::InlinedEdges(limit)),
            error => Reason::Internal(error.to_string()),
        })?;
        if divided.procedures.list.is_empty() {
            return Ok(None);
        }
        let restricted = divided.program.restricted(|c| self.open.contains(&c));
        Ok(Some(Divided {
            program: restricted,
            ..divided
        }))
    }
}

impl Worker<'_> {
    /// Looks for contracts in one arithmetic after the other.
    pub(crate) fn summaries(
        &mut self,
        divided: &Divided,
        budget: &Budget,
    ) -> Result<Answered, Unanswered> {
        let mut last = Unanswered::from(Reason::SolverGaveUp {
            message: "no arithmetic was tried".into(),
        });
        // Where one reading has no solution, the other has none.
        let mut unsolvable = None;
        for (arithmetic, starts, part) in TRIED {
            if unsolvable == Some(arithmetic) {
                continue;
            }
            let part = budget.at_most(budget.left() / part);
            let attribution = Attribution {
                by: Finder::Engine(EngineId::Summaries),
                over: Some(arithmetic),
            };
            let result = self.summaries_over(divided, (arithmetic, starts), attribution, &part);
            match result {
                Ok(answered) => return Ok(answered),
                Err(failure) => {
                    if matches!(failure, Failure::Derivable(_)) {
                        unsolvable = Some(arithmetic);
                    }
                    last = Unanswered {
                        reason: failure.reason(),
                        by: Some(attribution),
                    };
                }
            }
            if budget.is_exhausted() {
                break;
            }
        }
        Err(last)
    }

    fn summaries_over(
        &mut self,
        divided: &Divided,
        (arithmetic, starts): (Arithmetic, Starts),
        attribution: Attribution,
        budget: &Budget,
    ) -> Result<Answered, Failure> {
        let not_here = |construct: String| Reason::unsupported(construct, None);
        let procedures = &divided.procedures;
        let translated = self.phase("translating", |_| translate(&divided.program, arithmetic));
        let translated = translated.map_err(|error| not_here(error.to_string()))?;
        if arithmetic == Arithmetic::Wrap && translated.abstracted > 0 {
            return Err(not_here(format!("operations over {arithmetic}")).into());
        }
        let cuts = HornSystem::cuts(procedures);
        let graph = BlockGraph::cut_at(&translated.program, arithmetic, &cuts);
        let graph = graph.map_err(|error| Reason::Internal(error.to_string()))?;
        let ranges = ranges(&translated, &graph);
        let found = self.phase("searching", |run| {
            let mut context = Context::new(&run.session.finder, budget.clone());
            context.horn = Some(&run.session.horn);
            context.memory_mb = run.session.request.limits.memory_mb;
            summaries(&graph, procedures, &ranges, starts, &context)
        })?;
        let claimant = Claimant {
            attribution,
            with: self.session.finder.answered(),
            preferred: None,
        };
        let name = arithmetic_name(arithmetic);
        let Summarised::Solved(proof) = found else {
            self.count(&format!("{name} summaries derivable"), 1.0);
            return Err(Failure::Derivable(arithmetic));
        };
        self.count(&format!("{name} summaries found"), 1.0);
        for form in [Form::Plain, Form::Bordered] {
            let back = read_back(&translated, &proof, form);
            let weakened = self.phase("weakening", |run| run.weakened(divided, back, budget))?;
            if let Some(proof) = weakened {
                return Ok(self.certified_modular(divided, &proof, claimant, budget)?);
            }
        }
        Err(Failure::Other(Reason::CertificateRejected {
            claim: "safe",
            message: format!("the summaries over {arithmetic} do not hold over bit-vectors"),
        }))
    }

    /// Leaves out what does not hold over bit-vectors; nothing if the rest does not suffice.
    fn weakened(
        &self,
        divided: &Divided,
        mut proof: ModularProof,
        budget: &Budget,
    ) -> Result<Option<ModularProof>, Reason> {
        let internal = |message: String| Reason::Internal(message);
        loop {
            let obliged = obligations(&divided.program, &divided.procedures, &proof.contracts);
            let obliged = obliged.map_err(|why| internal(why.message().to_owned()))?;
            let graph = BlockGraph::of(&obliged.program, Arithmetic::Bv);
            let graph = graph.map_err(|error| internal(error.to_string()))?;
            let task = Task {
                program: &obliged.program,
                blocks: &graph,
                facts: &[],
            };
            let context = Context::new(&self.session.finder, budget.clone());
            let queries = Queries::new(&graph.terms, &context);
            let mut queries = queries.map_err(|error| internal(error.to_string()))?;
            let mut candidates = Candidates::new();
            for head in graph.heads() {
                candidates.insert(head, proof.invariant.facts(head).to_vec());
            }
            let facts = houdini(&task, candidates, &mut queries, budget);
            let open = open_targets(&task, &facts, &mut queries, budget);
            proof.heads = graph.heads().collect();
            if open.is_empty() {
                proof.invariant = facts;
                return Ok(Some(proof));
            }
            let claims: BTreeSet<Claim> = open
                .iter()
                .filter_map(|error| obliged.claims.get(error).copied())
                .collect();
            // Weaker contracts exclude no more errors.
            if claims.is_empty() || open.iter().any(|e| !obliged.claims.contains_key(e)) {
                return Ok(None);
            }
            if budget.is_exhausted() {
                return Ok(None);
            }
            proof.contracts = without(&proof.contracts, &claims);
        }
    }

    pub(crate) fn certified_modular(
        &mut self,
        divided: &Divided,
        proof: &ModularProof,
        claimant: Claimant,
        budget: &Budget,
    ) -> Result<Answered, Reason> {
        let finders = claimant.with.union(self.session.finder.answered());
        let (program, procedures) = (&divided.program, &divided.procedures);
        let mut answered = self.certified_by(
            claimant,
            self.asked(finders, claimant.preferred),
            budget,
            |factory: &dyn SolverFactory, budget| -> Result<_, Rejection> {
                certify_modular(program, procedures, proof, factory, budget)
            },
            |certified, session| {
                let report = modular_report(program, procedures, proof);
                match obligations(program, procedures, &proof.contracts) {
                    Ok(obliged) => {
                        let form = || Err("a function calls itself".to_owned());
                        session.with_obligations(report, &obliged.program, certified, form)
                    }
                    Err(_) => report,
                }
            },
        )?;
        answered.finding.evidence = self.found_contracts(divided, proof);
        Ok(answered)
    }
}

/// The contracts without some of their parts.
fn without(contracts: &[Contract], claims: &BTreeSet<Claim>) -> Vec<Contract> {
    let kept = |facts: &[TermId], claim: &dyn Fn(usize) -> Claim| -> Vec<TermId> {
        let facts = facts.iter().enumerate();
        let facts = facts.filter(|(number, _)| !claims.contains(&claim(*number)));
        facts.map(|(_, fact)| *fact).collect()
    };
    let contracts = contracts.iter().enumerate();
    contracts
        .map(|(procedure, contract)| Contract {
            requires: kept(&contract.requires, &|c| Claim::Requires(procedure, c)),
            ensures: kept(&contract.ensures, &|c| Claim::Ensures(procedure, c)),
        })
        .collect()
}

/// Where integers have ranges, the ranges of variables at the cut points.
fn ranges(translated: &Translated, graph: &BlockGraph) -> Vec<(LocId, TermId)> {
    let ranges = translated.ranges();
    let nodes = graph.nodes().iter().filter(|n| !n.kind.is_target());
    nodes
        .flat_map(|node| {
            let here = ranges.iter().filter(|(v, _)| node.reads.contains(v));
            here.map(|(_, range)| (node.location, *range))
        })
        .collect()
}

/// Contracts and invariants over bit-vectors.
fn read_back(translated: &Translated, proof: &ModularProof, form: Form) -> ModularProof {
    let facts = |facts: &[TermId]| -> Vec<TermId> {
        match form {
            Form::Plain => {
                let facts = facts.iter();
                facts.filter_map(|f| translated.fact_back(*f)).collect()
            }
            Form::Bordered => translated.facts_back(facts),
        }
    };
    let mut back = ModularProof::default();
    for contract in &proof.contracts {
        back.contracts.push(Contract {
            requires: facts(&contract.requires),
            ensures: facts(&contract.ensures),
        });
    }
    for (location, here) in &proof.invariant.at {
        let location = translated.location(*location);
        for fact in facts(here) {
            back.invariant.add(location, fact);
        }
    }
    back
}
