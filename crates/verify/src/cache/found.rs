//! Records an answer that was just found, while everything that it mentions is available.

use super::entry::{Answer, Form, Found};
use super::key::key;
use crate::program::load::RECURSION_DEPTHS;
use crate::search::task::SearchTask;
use crate::worker::Worker;
use invar_cfa::Program;
use invar_evidence::{Canonical, Evidence, NamedFacts, WrittenEvidence, WrittenValue};
use invar_passes::Divided;
use invar_term::Value;
use invar_verdict::{ModularProof, Proof, Trace};

impl Worker<'_> {
    /// A proof about what searches of a search task work on.
    pub(crate) fn found_proof(&self, search_task: &SearchTask<'_>, proof: &Proof) -> Option<Found> {
        if !self.session.keeps_evidence {
            return None;
        }
        let program = &search_task.prepared.program;
        let facts = NamedFacts::of(program, proof.facts());
        let evidence = Evidence::Proof(proof.clone());
        let answer = self.answer(
            program,
            search_task.source.program,
            search_task.form,
            &evidence,
        )?;
        Some(Found::Proof {
            answer,
            facts,
            form: search_task.form,
        })
    }

    /// A proof with contracts.
    pub(crate) fn found_contracts(&self, divided: &Divided, proof: &ModularProof) -> Option<Found> {
        if !self.session.keeps_evidence {
            return None;
        }
        let program = &divided.program;
        let evidence = Evidence::Modular(proof.clone());
        let answer = self.answer(program, program, Form::Divided, &evidence);
        answer.map(Found::Answer)
    }

    /// A run of an inlined program.
    pub(crate) fn found_run(&self, source: &Program, trace: Trace) -> Option<Found> {
        if !self.session.keeps_evidence {
            return None;
        }
        if self.depth == RECURSION_DEPTHS[0] {
            Some(Found::Run(trace))
        } else {
            let evidence = Evidence::Trace(trace);
            let answer = self.answer(source, source, Form::Inlined, &evidence);
            answer.map(Found::Answer)
        }
    }

    /// Evidence about one form of a program.
    fn answer(
        &self,
        program: &Program,
        source: &Program,
        form: Form,
        evidence: &Evidence,
    ) -> Option<Answer> {
        let canonical = Canonical::of(program);
        Some(Answer::Evidence {
            depth: self.depth,
            form,
            key: key(source, &canonical).to_string(),
            evidence: WrittenEvidence::of(evidence, program, &canonical)?,
        })
    }
}

/// Values of a run of the program with its calls.
pub(crate) fn found_inputs(values: &[Value]) -> Option<Found> {
    let values: Option<Vec<_>> = values.iter().map(WrittenValue::of).collect();
    values.map(Answer::Inputs).map(Found::Answer)
}
