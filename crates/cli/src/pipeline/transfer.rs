//! From a proof over another arithmetic to one over the program's own.
//!
//! Conjuncts of the invariant are read back as facts over bit-vectors and taken as guesses: the
//! largest inductive subset of them, found by the finder's solver, is a proof if it excludes
//! every target. If it does not, it is known to the searches that follow.

use super::Run;
use super::attempt::Ground;
use invar_cfa::LocId;
use invar_encode::Translated;
use invar_engine::{Candidates, Context, Queries, Targets, Task, houdini, targets};
use invar_term::{Op, TermId, TermStore};
use invar_verdict::{Invariant, Proof, Reason};
use invar_witness::report::Report;
use std::time::Instant;

impl Run<'_> {
    /// A proof over another arithmetic.
    pub(super) fn transferred(
        &mut self,
        ground: &mut Ground<'_>,
        translated: &Translated,
        proof: Proof,
    ) -> Result<Report, Reason> {
        self.events.activity("carrying a proof over to bit-vectors");
        let (Proof::Inductive { invariant, .. }
        | Proof::KInductive {
            facts: invariant, ..
        }
        | Proof::Exhausted {
            facts: invariant, ..
        }) = &proof;
        let guesses = guesses(ground, translated, invariant);
        let start = Instant::now();
        let (facts, targets) = self.survivors(ground, guesses)?;
        self.count("seconds carrying over", start.elapsed().as_secs_f64());
        ground.learn(&facts);
        let heads_of = |heads: Vec<LocId>| -> Vec<LocId> {
            let mut heads: Vec<LocId> = heads.into_iter().map(|h| translated.location(h)).collect();
            heads.sort_unstable();
            heads.dedup();
            heads
        };
        let proof = match proof {
            Proof::Inductive { .. } if targets == Targets::Open => {
                return Err(self.refused_proof(translated));
            }
            Proof::Inductive { .. } => Proof::Inductive {
                heads: ground.blocks.heads().collect(),
                invariant: Invariant::default(),
            },
            Proof::KInductive { k, heads, .. } => Proof::KInductive {
                k,
                heads: heads_of(heads),
                facts: Invariant::default(),
            },
            Proof::Exhausted { steps, heads, .. } => Proof::Exhausted {
                steps,
                heads: heads_of(heads),
                facts: Invariant::default(),
            },
        };
        self.claimed_proof(ground, proof)
    }

    /// The inductive ones among guesses, and whether they exclude every target.
    fn survivors(
        &mut self,
        ground: &Ground<'_>,
        guesses: Candidates,
    ) -> Result<(Invariant, Targets), Reason> {
        let left = self.budget.left();
        let budget = self.budget.at_most(left / 3);
        let task = Task {
            program: &ground.prepared.program,
            blocks: ground.blocks,
            facts: &ground.known,
        };
        let context = Context::new(&self.finder, budget.clone());
        let mut queries = Queries::new(&ground.blocks.terms, &context)
            .map_err(|error| Reason::Internal(error.to_string()))?;
        let guessed: usize = guesses.values().map(Vec::len).sum();
        let facts = houdini(&task, guesses, &mut queries, &budget);
        let kept: usize = facts.at.values().map(Vec::len).sum();
        let targets = targets(&task, &facts, &mut queries, &budget);
        self.count("facts carried over", kept as f64);
        self.count("facts not carried over", (guessed - kept) as f64);
        Ok((facts, targets))
    }

    /// The proof does not hold where it counts.
    fn refused_proof(&mut self, translated: &Translated) -> Reason {
        let arithmetic = translated.arithmetic;
        let name = crate::arguments::arithmetic_name(arithmetic);
        self.count(&format!("rejected {name} proofs"), 1.0);
        let reason = Reason::CertificateRejected {
            claim: "safe",
            message: format!("the proof over {arithmetic} does not hold over bit-vectors"),
        };
        self.refused.get_or_insert(reason.clone());
        reason
    }
}

/// The conjuncts of an invariant as facts about variables that matter.
fn guesses(ground: &Ground<'_>, translated: &Translated, invariant: &Invariant) -> Candidates {
    let terms = &*ground.blocks.terms;
    let mut guesses = Candidates::new();
    for (location, facts) in &invariant.at {
        let origin = translated.location(*location);
        let Some(live) = ground.live.get(&origin) else {
            continue;
        };
        let here = guesses.entry(origin).or_default();
        for fact in translated.facts_back(&conjuncts(terms, facts)) {
            let known = ground.known.contains(&(origin, fact));
            let is_live = ground.blocks.speaks_of(fact, live);
            if is_live && !terms.is_true(fact) && !known && !here.contains(&fact) {
                here.push(fact);
            }
        }
    }
    guesses
}

/// The conjuncts of some formulas.
fn conjuncts(terms: &TermStore, formulas: &[TermId]) -> Vec<TermId> {
    let mut open: Vec<TermId> = formulas.iter().rev().copied().collect();
    let mut found = Vec::new();
    while let Some(formula) = open.pop() {
        if *terms.op(formula) == Op::And {
            open.extend(terms.args(formula).iter().rev());
        } else {
            found.push(formula);
        }
    }
    found
}
