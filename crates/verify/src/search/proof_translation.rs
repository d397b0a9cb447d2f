//! From a proof over another arithmetic to one over the program's own.
//!
//! Conjuncts of the invariant are read back as facts over bit-vectors and taken as candidates: the
//! largest inductive subset of them, found by the finder's solver, is a proof if it excludes
//! every target. If it does not, it is known to the searches that follow.

use crate::finding::{Answered, Claimant};
use crate::request::EngineId;
use crate::search::encoded::{EncodedProgram, SearchId};
use crate::search::plan::Step;
use crate::search::task::SearchTask;
use crate::worker::Worker;
use invar_budget::Budget;
use invar_budget::Moment;
use invar_cfa::LocId;
use invar_encode::Translated;
use invar_engine::{Candidates, Context, Queries, Targets, houdini, targets};
use invar_term::{Op, TermId, TermStore};
use invar_verdict::{Invariant, Proof, Reason};
use std::time::Duration;

/// Facts that are no proof may take 1/20 of the time left, and at most this.
const CARRY_SHARE: u32 = 20;
const MAX_CARRY_TIME: Duration = Duration::from_secs(1);
/// A proof of an engine may take 1/3 of the time left, one from candidates 1/8.
const PROVED_SHARE: u32 = 3;
const CANDIDATES_SHARE: u32 = 8;
/// It has at least this time, if it is left: in less, questions about memory have no answer.
const MIN_FORM_TIME: Duration = Duration::from_millis(800);
/// All forms of a proof together may take 1/2 of the time left.
const FORMS_SHARE: u32 = 2;

/// What is tried of a proof, one after the other: most proofs need no more than the first, and each
/// guess more makes all questions harder.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Its facts as they are.
    Plain,
    /// Also with equations in the place of bounds.
    Bordered,
    /// Also what else is known in its arithmetic.
    Everything,
}

impl Worker<'_> {
    /// A proof over another arithmetic.
    pub(crate) fn transferred(
        &mut self,
        search_task: &SearchTask<'_>,
        encoded: &EncodedProgram,
        translated: &Translated,
        (proof, claimant): (Proof, Claimant),
        search: (&Step, SearchId),
        budget: &Budget,
    ) -> Result<Answered, Reason> {
        let (step, id) = search;
        // What is only a candidate may take only a little time.
        let part = match step.engine {
            EngineId::Houdini => CANDIDATES_SHARE,
            _ => PROVED_SHARE,
        };
        self.session
            .observer
            .activity("carrying a proof over to bit-vectors");
        let invariant = proof.facts();
        let start = Moment::now();
        let mut targets = Targets::Open;
        let all = budget.at_most(budget.left() / FORMS_SHARE);
        for form in [Form::Plain, Form::Bordered, Form::Everything] {
            let mut tried = invariant.clone();
            if form == Form::Everything {
                // Engines state what they need of the facts they were given; if not, here they are.
                let found = encoded.untried();
                if found.at.is_empty() {
                    break;
                }
                tried.extend(&found);
            }
            let candidates = candidates(search_task, translated, &tried, form);
            targets = self.survivors(
                search_task,
                candidates,
                id,
                &all.at_most((budget.left() / part).max(MIN_FORM_TIME)),
            )?;
            if targets == Targets::Excluded {
                break;
            }
        }
        self.count("seconds carrying over", start.elapsed().as_secs_f64());
        let heads_of = |heads: Vec<LocId>| -> Vec<LocId> {
            let mut heads: Vec<LocId> = heads.into_iter().map(|h| translated.location(h)).collect();
            heads.sort_unstable();
            heads.dedup();
            heads
        };
        let proof = match proof {
            Proof::Inductive { .. } | Proof::Quantified { .. } if targets == Targets::Open => {
                return Err(self.refused_proof(translated));
            }
            Proof::Inductive { .. } | Proof::Quantified { .. } => Proof::Inductive {
                heads: search_task.own.blocks.heads().collect(),
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
        self.claimed_proof(search_task, proof, claimant, budget)
    }

    /// Tries what searches in other arithmetics found, before one in the program's own begins.
    pub(crate) fn carry_over(
        &mut self,
        search_task: &SearchTask<'_>,
        id: SearchId,
        budget: &Budget,
    ) {
        for encoded in search_task.encodings() {
            let Some(translated) = &encoded.translated else {
                continue;
            };
            let found = encoded.untried();
            if found.at.is_empty() {
                continue;
            }
            let start = Moment::now();
            let time = (budget.left() / CARRY_SHARE).min(MAX_CARRY_TIME);
            // Nothing is lost if this fails: they are only facts.
            let candidates = candidates(search_task, translated, &found, Form::Everything);
            let _ = self.survivors(search_task, candidates, id, &budget.at_most(time));
            self.count("seconds carrying over", start.elapsed().as_secs_f64());
        }
    }

    /// Learns the inductive ones among candidates; whether what is known then excludes every target.
    pub(crate) fn survivors(
        &mut self,
        search_task: &SearchTask<'_>,
        candidates: Candidates,
        id: SearchId,
        budget: &Budget,
    ) -> Result<Targets, Reason> {
        let known = search_task.own.known();
        let task = search_task.own.task(&search_task.prepared.program, &known);
        let context = Context::new(&self.session.finder, budget.clone());
        let mut queries = Queries::new(&task.blocks.terms, &context)
            .map_err(|error| Reason::Internal(error.to_string()))?;
        let number: usize = candidates.values().map(Vec::len).sum();
        let facts = houdini(&task, candidates, &mut queries, budget);
        let kept: usize = facts.at.values().map(Vec::len).sum();
        let targets = targets(&task, &facts, &mut queries, budget);
        self.count("facts carried over", kept as f64);
        self.count("facts not carried over", (number - kept) as f64);
        for (location, here) in &facts.at {
            for fact in here {
                search_task.own.learn(*location, *fact, id);
            }
        }
        Ok(targets)
    }

    /// The proof does not hold where it counts.
    fn refused_proof(&mut self, translated: &Translated) -> Reason {
        let arithmetic = translated.arithmetic;
        let name = crate::request::arithmetic_name(arithmetic);
        self.count(&format!("rejected {name} proofs"), 1.0);
        let reason = Reason::CertificateRejected {
            claim: "safe",
            message: format!("the proof over {arithmetic} does not hold over bit-vectors"),
        };
        self.accounts.refused.get_or_insert(reason.clone());
        reason
    }
}

/// The conjuncts of an invariant as facts about variables that matter.
fn candidates(
    search_task: &SearchTask<'_>,
    translated: &Translated,
    invariant: &Invariant,
    form: Form,
) -> Candidates {
    let known = search_task.own.known();
    let blocks = &search_task.own.blocks;
    let terms = &*blocks.terms;
    let mut candidates = Candidates::new();
    for (location, facts) in &invariant.at {
        let origin = translated.location(*location);
        let Some(live) = search_task.live.get(&origin) else {
            continue;
        };
        let here = candidates.entry(origin).or_default();
        let conjuncts = conjuncts(terms, facts);
        let back = match form {
            Form::Plain => {
                let each = conjuncts.iter();
                each.filter_map(|fact| translated.fact_back(*fact))
                    .collect()
            }
            Form::Bordered | Form::Everything => translated.facts_back(&conjuncts),
        };
        for fact in back {
            let known = known.contains(&(origin, fact));
            let is_live = blocks.speaks_of(fact, live);
            if is_live && !terms.is_true(fact) && !known && !here.contains(&fact) {
                here.push(fact);
            }
        }
    }
    candidates
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
