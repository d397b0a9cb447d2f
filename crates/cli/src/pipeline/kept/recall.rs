//! Answers from the store, certified like any other.

use super::super::Run;
use super::super::cells::on_cells;
use super::super::evidence::Shown;
use super::super::load::RECURSION_DEPTHS;
use super::super::strategy::Source;
use super::Question;
use super::entry::{Answer, Entry, Form};
use super::question::key;
use crate::back::{instances, proof_back, quantified, support, trace_back};
use invar_cfa::Program;
use invar_encode::Arithmetic;
use invar_evidence::{Canonical, Evidence, WrittenEvidence, WrittenValue};
use invar_passes::{PassOptions, Prepared, Switch};
use invar_store::{Key, Room};
use invar_term::Value;
use invar_verdict::Proof;
use invar_witness::report::{Conclusion, Report};

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
pub(in crate::pipeline) enum Recalled {
    /// A certified report.
    Certified(Box<Report>),
    /// That it was answered in parts.
    Parts,
    /// That nothing was found out before.
    Fruitless,
    /// Nothing that helps.
    Nothing,
}

impl Run<'_> {
    /// Asks the store, and has what it says certified.
    pub(in crate::pipeline) fn recalled(
        &mut self,
        program: &Program,
        question: &Question,
    ) -> Recalled {
        let Some(entry) = self.kept.entry(&question.key) else {
            return Recalled::Nothing;
        };
        match &entry.answer {
            Answer::Parts => return Recalled::Parts,
            Answer::Nothing => return Recalled::Fruitless,
            Answer::OnlyRun => {
                let Some(report) = self.by_only_run(program) else {
                    let why = "running the program does not decide it";
                    self.kept.drop_entry(Room::Evidence, &question.key, why);
                    return Recalled::Nothing;
                };
                self.kept.note(|report| report.hits += 1);
                self.look_for_vacuity(&Source::of(&question.source));
                return Recalled::Certified(Box::new(report));
            }
            Answer::Evidence { .. } | Answer::Inputs(_) => {}
        }
        let before = (self.rejected, self.refused.take());
        let finder = (self.found_by, self.found_over, self.found_with.clone());
        let all = self.budget.clone();
        self.budget = all.at_most(all.left() / 2);
        self.kept.certifier.clone_from(&entry.certifier);
        // Its run was certified once, so it has an end, however far away.
        self.found_by = "run";
        let result = self.phase("certifying from store", |run| {
            run.certified_entry(program, question, &entry)
        });
        self.kept.certifier = None;
        let late = self.budget.is_exhausted();
        self.budget = all;
        match result {
            Ok(report) => {
                self.found_by = "store";
                self.found_over = Some(Arithmetic::Bv);
                self.kept.note(|report| report.hits += 1);
                if report.verdict == Conclusion::Safe && question.depth_is_enough(&entry) {
                    self.look_for_vacuity(&Source::of(&question.source));
                }
                (self.rejected, self.refused) = before;
                Recalled::Certified(Box::new(report))
            }
            Err(failure) => {
                if let Failure::Wrong(why) = failure
                    && !late
                {
                    self.kept.drop_entry(Room::Evidence, &question.key, &why);
                }
                (self.rejected, self.refused) = before;
                (self.found_by, self.found_over, self.found_with) = finder;
                Recalled::Nothing
            }
        }
    }

    /// Asks the store about a probe, for which it is no loss if nothing is known.
    pub(super) fn recalled_probe(&mut self, question: &Question) -> Recalled {
        let Some(entry) = self.kept.entry(&question.key) else {
            return Recalled::Nothing;
        };
        let (form, key, evidence) = match &entry.answer {
            Answer::Evidence {
                form,
                key,
                evidence,
                ..
            } => (form, key, evidence),
            Answer::OnlyRun => {
                let report = self.by_only_run(&question.source);
                return report.map_or(Recalled::Nothing, |report| {
                    Recalled::Certified(Box::new(report))
                });
            }
            Answer::Inputs(_) | Answer::Parts | Answer::Nothing => return Recalled::Fruitless,
        };
        let before = (self.rejected, self.refused.take());
        self.found_with.clone_from(&entry.found_with);
        let claimed = (*form, key.as_str(), evidence);
        let result = self.recalled_evidence(&question.source, &question.prepared, claimed);
        (self.rejected, self.refused) = before;
        match result {
            Ok(report) => Recalled::Certified(Box::new(report)),
            Err(Failure::Wrong(why)) => {
                self.kept.drop_entry(Room::Evidence, &question.key, &why);
                Recalled::Nothing
            }
            Err(Failure::Other) => Recalled::Nothing,
        }
    }

    fn certified_entry(
        &mut self,
        program: &Program,
        question: &Question,
        entry: &Entry,
    ) -> Result<Report, Failure> {
        self.found_with.clone_from(&entry.found_with);
        match &entry.answer {
            Answer::Inputs(values) => self.recalled_inputs(program, values),
            Answer::Evidence {
                depth,
                form: Form::Divided,
                key,
                evidence,
            } => {
                self.depth = *depth;
                self.recalled_contracts(program, key, evidence)
            }
            Answer::Evidence {
                depth,
                form,
                key,
                evidence,
            } => {
                let claimed = (*form, key.as_str(), evidence);
                if *depth == RECURSION_DEPTHS[0] {
                    return self.recalled_evidence(&question.source, &question.prepared, claimed);
                }
                if *depth > self.arguments.recursion {
                    return Err(Failure::Other);
                }
                let source = self.selected(program, *depth).map_err(|_| Failure::Other)?;
                let prepared = self.prepared(&Source::of(&source), &PassOptions::default());
                self.recalled_evidence(&source, &prepared, claimed)
            }
            Answer::OnlyRun | Answer::Parts | Answer::Nothing => Err(Failure::Other),
        }
    }

    fn recalled_inputs(
        &mut self,
        program: &Program,
        values: &[WrittenValue],
    ) -> Result<Report, Failure> {
        let values: Option<Vec<Value>> = values.iter().map(WrittenValue::read).collect();
        let values = values.ok_or_else(|| Failure::wrong("it has values that are none"))?;
        let report = self.along(program, &values);
        report.ok_or_else(|| Failure::wrong("its run does not reach an error"))
    }

    fn recalled_contracts(
        &mut self,
        program: &Program,
        stated: &str,
        evidence: &WrittenEvidence,
    ) -> Result<Report, Failure> {
        let divided = self.divided(program).ok().flatten();
        let divided = divided.ok_or(Failure::Other)?;
        let form = Canonical::of(&divided.program);
        same(stated, &key(&divided.program, &form))?;
        match evidence.read(&divided.program, &form) {
            Ok(Evidence::Modular(proof)) => self
                .certified_modular(&divided, &proof)
                .map_err(Failure::wrong),
            Ok(_) => Err(Failure::wrong("it is not about procedures")),
            Err(why) => Err(Failure::wrong(why)),
        }
    }

    fn recalled_evidence(
        &mut self,
        source: &Program,
        prepared: &Prepared,
        (form, stated, evidence): (Form, &str, &WrittenEvidence),
    ) -> Result<Report, Failure> {
        let unsliced = PassOptions {
            slice: Switch::Off,
            ..PassOptions::default()
        };
        let made;
        let prepared = match form {
            Form::Unsliced => {
                made = self.prepared(&Source::of(source), &unsliced);
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
                let replayed = self.replayed_as(source, &trace, Shown::AsItIs);
                return replayed.map_err(Failure::wrong);
            }
            Evidence::Proof(proof) if form == Form::Inlined => proof,
            Evidence::Proof(proof) => proof_back(searched, proof),
        };
        let proof = match &cells {
            None => proof,
            Some(cells) => self.about_arrays(prepared, cells, proof)?,
        };
        self.certified_proof(source, &proof, &support(searched))
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

impl Question {
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
    match *stated == key.to_string() {
        true => Ok(()),
        false => Err(Failure::Other),
    }
}
