//! Answers from the store, certified like any other.

use super::CacheQuery;
use super::entry::{Answer, Entry, Form};
use super::key::key;
use crate::evidence::back::{instances, proof_back, quantified, support, trace_back};
use crate::evidence::certify::Shown;
use crate::finding::{Answered, Attribution, Claimant};
use crate::goal::Effort;
use crate::program::load::RECURSION_DEPTHS;
use crate::run::Run;
use crate::search::index_abstraction::on_cells;
use crate::search::source::Source;
use invar_budget::Budget;
use invar_cfa::Program;
use invar_evidence::{Canonical, Evidence, WrittenEvidence, WrittenValue};
use invar_passes::{PassOptions, Prepared, Switch};
use invar_report::Conclusion;
use invar_store::{Key, Room};
use invar_term::Value;
use invar_verdict::Proof;

/// Why an entry does not answer a question.
enum Failure {
    /// It is wrong: it is dropped.
    Wrong(String),
    /// It is about something else, or there was no time.
    Other,
}

impl Failure {
    fn wrong(why: impl ToString) -> Failure {
        Failure::Wrong(why.to_string())
    }
}

/// What the store says about a question.
pub(crate) enum LookupResult {
    /// A certified report.
    Certified(Box<Answered>),
    /// It was answered in parts.
    Parts,
    /// Earlier searches found nothing.
    Fruitless,
    /// Nothing that helps.
    Nothing,
}

impl Run<'_> {
    /// Looks a question up in the store and certifies what it finds.
    pub(crate) fn lookup(
        &mut self,
        program: &Program,
        question: &CacheQuery,
        budget: &Budget,
    ) -> LookupResult {
        let Some(entry) = self.cache.entry(&question.key) else {
            return LookupResult::Nothing;
        };
        match &entry.answer {
            Answer::Parts => return LookupResult::Parts,
            Answer::Nothing => return LookupResult::Fruitless,
            Answer::DeterministicRun => {
                let Some(answered) = self.by_deterministic_run(program, Effort::Full, budget)
                else {
                    let why = "running the program does not decide it";
                    self.cache.drop_entry(Room::Evidence, &question.key, why);
                    return LookupResult::Nothing;
                };
                self.cache.note(|report| report.hits += 1);
                self.look_for_vacuity(&Source::of(&question.source), &answered, budget);
                return LookupResult::Certified(Box::new(answered));
            }
            Answer::Evidence { .. } | Answer::Inputs(_) => {}
        }
        let before = (
            self.worker.accounts.rejected,
            self.worker.accounts.refused.take(),
        );
        let part = budget.at_most(budget.left() / 2);
        let result = self.phase("certifying from store", |run| {
            run.certified_entry(program, question, &entry, &part)
        });
        let late = part.is_exhausted();
        match result {
            Ok(answered) => {
                self.cache.note(|report| report.hits += 1);
                if answered.report.verdict == Conclusion::Safe && question.depth_is_enough(&entry) {
                    self.look_for_vacuity(&Source::of(&question.source), &answered, budget);
                }
                (self.worker.accounts.rejected, self.worker.accounts.refused) = before;
                LookupResult::Certified(Box::new(answered))
            }
            Err(failure) => {
                if let Failure::Wrong(why) = failure
                    && !late
                {
                    self.cache.drop_entry(Room::Evidence, &question.key, &why);
                }
                (self.worker.accounts.rejected, self.worker.accounts.refused) = before;
                LookupResult::Nothing
            }
        }
    }

    /// Looks a probe up in the store; nothing is lost if it has no entry.
    pub(super) fn lookup_probe(&mut self, question: &CacheQuery, budget: &Budget) -> LookupResult {
        let Some(entry) = self.cache.entry(&question.key) else {
            return LookupResult::Nothing;
        };
        let (form, key, evidence) = match &entry.answer {
            Answer::Evidence {
                form,
                key,
                evidence,
                ..
            } => (form, key, evidence),
            Answer::DeterministicRun => {
                let answered = self.by_deterministic_run(&question.source, Effort::Full, budget);
                return answered.map_or(LookupResult::Nothing, |answered| {
                    LookupResult::Certified(Box::new(answered))
                });
            }
            Answer::Inputs(_) | Answer::Parts | Answer::Nothing => return LookupResult::Fruitless,
        };
        let before = (
            self.worker.accounts.rejected,
            self.worker.accounts.refused.take(),
        );
        // The certifiers are asked in the usual order.
        let claimant = Claimant {
            preferred: None,
            ..entry.claimant()
        };
        let claimed = (*form, key.as_str(), evidence);
        let result = self.certified_evidence(
            &question.source,
            &question.prepared,
            claimed,
            claimant,
            budget,
        );
        (self.worker.accounts.rejected, self.worker.accounts.refused) = before;
        match result {
            Ok(answered) => LookupResult::Certified(Box::new(answered)),
            Err(Failure::Wrong(why)) => {
                self.cache.drop_entry(Room::Evidence, &question.key, &why);
                LookupResult::Nothing
            }
            Err(Failure::Other) => LookupResult::Nothing,
        }
    }

    fn certified_entry(
        &mut self,
        program: &Program,
        question: &CacheQuery,
        entry: &Entry,
        budget: &Budget,
    ) -> Result<Answered, Failure> {
        let claimant = entry.claimant();
        match &entry.answer {
            Answer::Inputs(values) => self.certified_inputs(program, values, budget),
            Answer::Evidence {
                depth,
                form: Form::Divided,
                key,
                evidence,
            } => {
                self.worker.depth = *depth;
                self.certified_contracts(program, key, evidence, claimant, budget)
            }
            Answer::Evidence {
                depth,
                form,
                key,
                evidence,
            } => {
                let claimed = (*form, key.as_str(), evidence);
                if *depth == RECURSION_DEPTHS[0] {
                    return self.certified_evidence(
                        &question.source,
                        &question.prepared,
                        claimed,
                        claimant,
                        budget,
                    );
                }
                if *depth > self.session.request.limits.recursion {
                    return Err(Failure::Other);
                }
                let source = self.selected(program, *depth).map_err(|_| Failure::Other)?;
                let prepared = self
                    .worker
                    .prepared(&Source::of(&source), &PassOptions::default());
                self.certified_evidence(&source, &prepared, claimed, claimant, budget)
            }
            Answer::DeterministicRun | Answer::Parts | Answer::Nothing => Err(Failure::Other),
        }
    }

    fn certified_inputs(
        &mut self,
        program: &Program,
        values: &[WrittenValue],
        budget: &Budget,
    ) -> Result<Answered, Failure> {
        let values: Option<Vec<Value>> = values.iter().map(WrittenValue::read).collect();
        let values = values.ok_or_else(|| Failure::wrong("it has values that are none"))?;
        let answered = self.along(program, &values, Attribution::CACHE, budget);
        answered.ok_or_else(|| Failure::wrong("its run does not reach an error"))
    }

    fn certified_contracts(
        &mut self,
        program: &Program,
        stated: &str,
        evidence: &WrittenEvidence,
        claimant: Claimant,
        budget: &Budget,
    ) -> Result<Answered, Failure> {
        let divided = self.divided(program).ok().flatten();
        let divided = divided.ok_or(Failure::Other)?;
        let form = Canonical::of(&divided.program);
        same(stated, &key(&divided.program, &form))?;
        match evidence.read(&divided.program, &form) {
            Ok(Evidence::Modular(proof)) => self
                .worker
                .certified_modular(&divided, &proof, claimant, budget)
                .map_err(Failure::wrong),
            Ok(_) => Err(Failure::wrong("it is not about procedures")),
            Err(why) => Err(Failure::wrong(why)),
        }
    }

    fn certified_evidence(
        &mut self,
        source: &Program,
        prepared: &Prepared,
        (form, stated, evidence): (Form, &str, &WrittenEvidence),
        claimant: Claimant,
        budget: &Budget,
    ) -> Result<Answered, Failure> {
        let unsliced = PassOptions {
            slice: Switch::Off,
            ..PassOptions::default()
        };
        let made;
        let prepared = match form {
            Form::Unsliced => {
                made = self.worker.prepared(&Source::of(source), &unsliced);
                &made
            }
            _ => prepared,
        };
        let cells = match form {
            Form::Cells => Some(invar_passes::cells(&prepared.program).ok_or(Failure::Other)?),
            _ => None,
        };
        let abstracted = cells.as_ref().map(|cells| on_cells(prepared, cells));
        let searched = abstracted.as_ref().unwrap_or(prepared);
        let program = match form {
            Form::Inlined => source,
            _ => &searched.program,
        };
        let canonical = Canonical::of(program);
        same(stated, &key(source, &canonical))?;
        let proof = match evidence.read(program, &canonical).map_err(Failure::wrong)? {
            Evidence::Modular(_) => return Err(Failure::wrong("it is about procedures")),
            Evidence::Trace(trace) => {
                let trace = match form {
                    Form::Inlined => trace,
                    _ => trace_back(searched, trace),
                };
                let replayed =
                    self.worker
                        .replayed_as(source, &trace, claimant, Shown::AsItIs, budget);
                return replayed.map_err(Failure::wrong);
            }
            Evidence::Proof(proof) if form == Form::Inlined => proof,
            Evidence::Proof(proof) => proof_back(searched, proof),
        };
        let proof = match &cells {
            None => proof,
            Some(cells) => self.about_arrays(prepared, cells, proof)?,
        };
        self.worker
            .certified_proof(source, &proof, &support(searched), claimant, budget)
            .map_err(Failure::wrong)
    }

    fn about_arrays(
        &self,
        prepared: &Prepared,
        cells: &invar_passes::Cells,
        proof: Proof,
    ) -> Result<Proof, Failure> {
        let instances = instances(prepared, cells);
        let claimed = quantified(cells, &instances, proof);
        claimed.ok_or_else(|| Failure::wrong("it is no proof about all elements"))
    }
}

impl Entry {
    /// Who claims what it says.
    fn claimant(&self) -> Claimant {
        Claimant {
            attribution: Attribution::CACHE,
            with: self.found_with,
            preferred: self.certifier,
        }
    }
}

impl CacheQuery {
    /// Whether the program of the question is the one that an entry is about.
    fn depth_is_enough(&self, entry: &Entry) -> bool {
        match &entry.answer {
            Answer::Evidence { depth, form, .. } => {
                *depth == RECURSION_DEPTHS[0] && *form != Form::Divided
            }
            _ => false,
        }
    }
}

/// Evidence is about the form whose key it states, or about something else.
fn same(stated: &str, key: &Key) -> Result<(), Failure> {
    if *stated == key.to_string() {
        Ok(())
    } else {
        Err(Failure::Other)
    }
}
