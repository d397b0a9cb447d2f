//! Keeping certified answers.

use super::CacheQuery;
use super::entry::{Answer, Entry, Form, Found};
use super::key::{key, name_key};
use crate::evidence::back::trace_back;
use crate::finding::Finding;
use crate::run::Run;
use invar_budget::Budget;
use invar_certify::replay;
use invar_cfa::{EdgeId, FunctionId, Program};
use invar_evidence::{Canonical, Evidence, NamedRun, WrittenEvidence};
use invar_interp::{Choices, Limits, Oracle, Silent, run};
use invar_passes::Prepared;
use invar_solver::SolverSet;
use invar_store::Room;
use invar_term::{Sort, Value};
use invar_verdict::Trace;
use std::collections::BTreeMap;

/// Runs of earlier versions that are kept.
const KEPT_RUNS: usize = 4;
/// Steps of a run that is kept: those of a longer one are found again faster than replayed.
const KEPT_STEPS: u64 = 5_000_000;

impl Run<'_> {
    /// Keeps what answered a question, now that it is certified.
    pub(crate) fn insert(
        &mut self,
        program: &Program,
        question: &CacheQuery,
        finding: &Finding,
        budget: &Budget,
    ) {
        let Some(found) = &finding.evidence else {
            return;
        };
        let mut earlier = self.cache.earlier_versions(program);
        let answer = match found {
            Found::Answer(answer) => Some(answer.clone()),
            Found::Proof {
                answer,
                facts,
                form,
            } => {
                match form {
                    Form::Cells => earlier.cells = facts.clone(),
                    _ => earlier.facts = facts.clone(),
                }
                Some(answer.clone())
            }
            Found::Run(trace) => {
                // Only the program of the question is available here.
                if let Some(taken) = taken(&question.source, trace) {
                    let run = NamedRun::of(&question.source, &taken);
                    earlier.runs.retain(|known| *known != run);
                    earlier.runs.insert(0, run);
                    earlier.runs.truncate(KEPT_RUNS);
                }
                self.run_answer(question, trace, budget)
            }
        };
        if let Some(answer) = answer {
            earlier.certifier = finding.fast;
            self.insert_certified(question, finding, answer);
            let key = name_key(program);
            self.cache.put(Room::Lemmas, &key, &earlier);
            self.cache.known = Some(earlier);
        }
    }

    /// Stores the proof about a probe; its facts are of no use for other versions.
    pub(crate) fn insert_probe(&mut self, question: &CacheQuery, finding: &Finding) {
        match &finding.evidence {
            Some(Found::Answer(answer) | Found::Proof { answer, .. }) => {
                self.insert_certified(question, finding, answer.clone());
            }
            Some(Found::Run(_)) | None => {}
        }
    }

    fn insert_certified(&mut self, question: &CacheQuery, finding: &Finding, answer: Answer) {
        let entry = Entry {
            answer,
            found_with: finding.with,
            certifier: finding.fast,
        };
        self.cache.put(Room::Evidence, &question.key, &entry);
    }

    /// Stores an answer that has no evidence.
    pub(crate) fn insert_without_evidence(&mut self, question: &CacheQuery, answer: Answer) {
        let entry = Entry {
            answer,
            found_with: SolverSet::EMPTY,
            certifier: None,
        };
        self.cache.put(Room::Evidence, &question.key, &entry);
    }

    /// A run by what the slice has of it, if that suffices; else by the inlined program.
    fn run_answer(&self, question: &CacheQuery, trace: &Trace, budget: &Budget) -> Option<Answer> {
        let (source, prepared) = (&question.source, &question.prepared);
        let limits = Limits {
            steps: KEPT_STEPS,
            deadline: budget.deadline,
            ..Limits::default()
        };
        let small = projected(prepared, trace);
        let again = replay(source, &trace_back(prepared, small.clone()), &limits, 0);
        let whole = Canonical::of(source);
        let (form, program, canonical, trace) = match again {
            Ok(_) => (Form::Sliced, &prepared.program, &question.form, &small),
            Err(_) => (Form::Inlined, source, &whole, trace),
        };
        let evidence = Evidence::Trace(trace.clone());
        Some(Answer::Evidence {
            depth: crate::program::load::RECURSION_DEPTHS[0],
            form,
            key: key(source, canonical).to_string(),
            evidence: WrittenEvidence::of(&evidence, program, canonical)?,
        })
    }
}

/// The choices of a run that a slice has too.
fn projected(prepared: &Prepared, trace: &Trace) -> Trace {
    let edges = prepared.program.entry_cfa().edge_ids();
    let pairs = edges.filter_map(|edge| Some((prepared.back.edge(edge)?, edge)));
    let there: BTreeMap<EdgeId, EdgeId> = pairs.collect();
    let values = trace.values();
    let kept = values.filter_map(|(edge, value)| Some((*there.get(&edge)?, value)));
    kept.collect()
}

/// Every value that a run takes; nothing if it is of another program.
fn taken(program: &Program, trace: &Trace) -> Option<Vec<(EdgeId, Value)>> {
    let edges = program.entry_cfa().edge_count();
    if trace.choices.iter().any(|c| c.edge.0 as usize >= edges) {
        return None;
    }
    let mut oracle = Noted {
        choices: Choices::new(trace.values()),
        taken: Vec::new(),
    };
    let limits = Limits {
        steps: KEPT_STEPS,
        ..Limits::default()
    };
    run(program, &mut oracle, &mut Silent, &limits);
    Some(oracle.taken)
}

/// Gives the values of a trace and remembers what was asked for.
struct Noted {
    choices: Choices,
    taken: Vec<(EdgeId, Value)>,
}

impl Oracle for Noted {
    fn choose(&mut self, function: FunctionId, edge: EdgeId, sort: &Sort) -> Value {
        let value = self.choices.choose(function, edge, sort);
        self.taken.push((edge, value.clone()));
        value
    }
}
