//! One search: an engine in one arithmetic, and what becomes of its verdict.
//!
//! Over the program's own arithmetic evidence goes to certification as it is. Over another one a
//! trace is replayed, and a proof becomes candidates for the largest inductive set of facts over
//! bit-vectors (`proof_translation`).
//!
//! A trace over another arithmetic that does not reach the error when replayed is spurious, and the next step of the plan
//! follows. A proof that Houdini does not confirm over bit-vectors counts as rejected; its inductive subset is known to the
//! next step. The arithmetics and their order: docs/adr/0008-arithmetics.md.

use crate::evidence::back::{trace_back, trace_to_bits};
use crate::finder::Finder;
use crate::finding::{Answered, Attribution, Claimant, Unanswered};
use crate::request::{EngineId, Extra, arithmetic_name};
use crate::search::encoded::{EncodedProgram, SearchId};
use crate::search::ending::{LastSign, Refusal, ending};
use crate::search::plan::{Solving, Step, When};
use crate::search::search_observer::{ReportLemmas, SearchObserver};
use crate::search::task::SearchTask;
use crate::worker::Worker;
use invar_budget::CancelToken;
use invar_budget::Moment;
use invar_cfa::{LocId, Program};
use invar_encode::{Arithmetic, BlockGraph, Translated};
use invar_engine::{Context, LemmasOver};
use invar_report::place_at;
use invar_report::{Ending, Place, SearchRecord};
use invar_solver::{Budget, CascadeFactory, Interpolating, MeteredFactory, SolverFactory};
use invar_term::TermId;
use invar_verdict::{Reason, Trace, Verdict};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// What one search may take.
pub(crate) struct Allowance {
    /// The engine's share.
    pub(crate) search: Budget,
    /// All the time there is, within which its claim is certified.
    pub(crate) whole: Budget,
}

impl Allowance {
    /// All the time there is for the engine too.
    pub(crate) fn without_share(&self) -> Allowance {
        Allowance {
            search: self.whole.clone(),
            whole: self.whole.clone(),
        }
    }
}

/// What an engine is asked, and what observes it.
struct Search<'s> {
    step: &'s Step,
    id: SearchId,
    budget: &'s Budget,
    program: &'s Program,
    encoded: &'s EncodedProgram,
    places: BTreeMap<LocId, Place>,
    last: &'s Mutex<LastSign>,
}

impl Step {
    /// What reports name, if this search answers.
    pub(crate) fn attribution(&self) -> Attribution {
        Attribution {
            by: Finder::Engine(self.engine),
            over: Some(self.arithmetic),
        }
    }

    /// That this search ended for a reason.
    pub(crate) fn without_answer(&self, reason: Reason) -> Unanswered {
        Unanswered {
            reason,
            by: Some(self.attribution()),
        }
    }
}

impl Worker<'_> {
    /// One search within a budget; its claim is certified within all the time there is.
    pub(crate) fn run_step(
        &mut self,
        search_task: &SearchTask<'_>,
        step: &Step,
        id: SearchId,
        time: &Allowance,
    ) -> Result<Answered, Reason> {
        let name = arithmetic_name(step.arithmetic);
        let start = Moment::now();
        let rejected = self.accounts.rejected;
        let last = Mutex::default();
        let result = if step.arithmetic == search_task.own.arithmetic() {
            self.own_step(search_task, step, id, time, &last)
        } else {
            self.translated_step(search_task, step, id, time, &last)
        };
        self.count(&format!("{name} seconds"), start.elapsed().as_secs_f64());
        let refusal = if self.accounts.rejected > rejected {
            Refusal::Certifier
        } else {
            Refusal::Arithmetic
        };
        let last = last.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.record(step, start, &result, refusal, &last, &time.whole.cancel);
        result
    }

    /// Keeps how a search ended.
    fn record(
        &mut self,
        step: &Step,
        start: Moment,
        result: &Result<Answered, Reason>,
        refusal: Refusal,
        last: &LastSign,
        cancel: &CancelToken,
    ) {
        let (whole, quiet) = (start.elapsed(), last.quiet(start));
        let (ending, reason) = match result {
            Ok(_) => (Ending::Decided, String::new()),
            Err(_) if cancel.is_cancelled() => (Ending::Stopped, String::new()),
            Err(reason) => (
                ending(reason, refusal, last, quiet, whole),
                reason.to_string(),
            ),
        };
        self.accounts.searches.push(SearchRecord {
            engine: step.engine.name().into(),
            arithmetic: arithmetic_name(step.arithmetic).into(),
            start: start
                .saturating_duration_since(self.session.started)
                .as_secs_f64(),
            seconds: whole.as_secs_f64(),
            ending,
            reason,
            level: last.level,
            lemmas: last.lemmas,
            obligations: last.obligations,
            quiet: quiet.as_secs_f64(),
        });
    }

    /// In the arithmetic of the program itself.
    fn own_step(
        &mut self,
        search_task: &SearchTask<'_>,
        step: &Step,
        id: SearchId,
        time: &Allowance,
        last: &Mutex<LastSign>,
    ) -> Result<Answered, Reason> {
        // Bounded searches follow executions; facts do not help them.
        if !matches!(step.engine, EngineId::Bmc | EngineId::Unwind) {
            self.carry_over(search_task, id, &time.whole);
        }
        let places = places(search_task, &search_task.own.blocks, |head| head);
        let search = Search {
            step,
            id,
            budget: &time.search,
            program: &search_task.prepared.program,
            encoded: &search_task.own,
            places,
            last,
        };
        let (verdict, claimant) = self.search(search)?;
        match verdict {
            Verdict::Unknown(reason) => Err(reason),
            // What is read elsewhere than in a cell is any value.
            Verdict::Unsafe(trace) if search_task.abstraction.is_some() => {
                self.possible_trace(search_task, Some(trace), claimant, "cells", &time.whole)
            }
            Verdict::Unsafe(trace) => self.claimed_trace(search_task, trace, claimant, &time.whole),
            Verdict::Safe(proof) => self.claimed_proof(search_task, proof, claimant, &time.whole),
        }
    }

    /// In another arithmetic.
    fn translated_step(
        &mut self,
        search_task: &SearchTask<'_>,
        step: &Step,
        id: SearchId,
        time: &Allowance,
        last: &Mutex<LastSign>,
    ) -> Result<Answered, Reason> {
        let name = arithmetic_name(step.arithmetic);
        let not_here = |construct: String| Reason::unsupported(construct, None);
        let encoded = self.phase("translating", |_| search_task.encoded(step.arithmetic));
        let encoded = match encoded {
            Ok(encoded) => encoded,
            Err(error) => {
                self.accounts
                    .statistics
                    .insert(format!("{name} not translated"), 1.0);
                return Err(not_here(error.to_string()));
            }
        };
        let translated = encoded.translated.as_ref();
        let translated = translated.expect("encodings in other arithmetics are translated");
        let abstracted = translated.abstracted;
        self.accounts
            .statistics
            .insert(format!("{name} abstracted"), abstracted as f64);
        if step.when == When::Exact && abstracted > 0 {
            let arithmetic = step.arithmetic;
            return Err(not_here(format!(
                "{abstracted} operations over {arithmetic}"
            )));
        }
        encoded.give(translated_facts(search_task, &encoded, translated));
        let places = places(search_task, &encoded.blocks, |head| {
            translated.location(head)
        });
        let search = Search {
            step,
            id,
            budget: &time.search,
            program: &translated.program,
            encoded: &encoded,
            places,
            last,
        };
        let (verdict, claimant) = self.search(search)?;
        match verdict {
            Verdict::Unknown(reason) => Err(reason),
            Verdict::Unsafe(trace) => {
                let trace = trace_to_bits(translated, &trace);
                let exact = step.arithmetic == Arithmetic::Wrap
                    && abstracted == 0
                    && search_task.abstraction.is_none();
                match trace {
                    Some(trace) if exact => {
                        self.claimed_trace(search_task, trace, claimant, &time.whole)
                    }
                    trace => self.possible_trace(search_task, trace, claimant, name, &time.whole),
                }
            }
            Verdict::Safe(proof) => {
                let search = (step, id);
                let claim = (proof, claimant);
                self.transferred(
                    search_task,
                    &encoded,
                    translated,
                    claim,
                    search,
                    &time.whole,
                )
            }
        }
    }

    /// Runs an engine and keeps what it counted; what it proves of all executions on the way goes
    /// to the encoded program.
    fn search(&mut self, search: Search<'_>) -> Result<(Verdict, Claimant), Reason> {
        let encoded = search.encoded;
        let arithmetic = arithmetic_name(encoded.arithmetic());
        let engine = search
            .step
            .engine(&self.session.request.search, encoded.candidates_tried());
        let known = encoded.known();
        let task = encoded.task(search.program, &known);
        let exchange = encoded.exchange(search.id);
        let observer = SearchObserver {
            observer: self.session.observer,
            arithmetic,
            program: search.program,
            places: search.places,
            lemmas: if self.session.request.extras.contains(&Extra::Lemmas) {
                ReportLemmas::Yes
            } else {
                ReportLemmas::No
            },
            encoded: Some(encoded)
                .filter(|_| search.step.engine.row().lemmas == LemmasOver::Variables),
            id: search.id,
            last: search.last,
        };
        let quick = match search.step.solver {
            Solving::Z3 => None,
            Solving::Quick => Some(Arc::new(CascadeFactory::quick())),
        };
        let metered = quick
            .clone()
            .map(|quick| MeteredFactory::new(quick, self.session.meter.clone()));
        let finder = metered.as_ref().unwrap_or(&self.session.finder);
        let mut context = Context::new(finder, search.budget.clone());
        context.observer = &observer;
        context.exchange = Some(&exchange);
        context.horn = Some(&self.session.horn);
        let interpolation = self.session.interpolation.as_ref();
        context.interpolation = interpolation.map(|i| i as &dyn Interpolating);
        context.memory_mb = self.session.request.limits.memory_mb;
        let limit = self.session.request.limits.time;
        let start = Moment::now();
        self.session.observer.activity("searching");
        let verdict = match engine.run(&task, &context) {
            Ok(Verdict::Unknown(Reason::Timeout { activity, .. })) => {
                Err(Reason::Timeout { limit, activity })
            }
            Ok(verdict) => Ok(verdict),
            Err(error) => Err(error.reason(&context)),
        };
        let claimant = Claimant {
            attribution: search.step.attribution(),
            with: match &quick {
                Some(quick) => quick.answered(),
                None => self.session.finder.answered(),
            },
            preferred: None,
        };
        let counters = context.counters.all();
        for (name, number) in counters {
            self.count(&format!("{arithmetic} {name}"), number as f64);
        }
        if search.step.engine == EngineId::Houdini
            && let Ok(Verdict::Unknown(Reason::Bound(_))) = verdict
        {
            encoded.note_candidates_tried();
        }
        self.count("seconds searching", start.elapsed().as_secs_f64());
        Ok((verdict?, claimant))
    }

    /// A trace that must be one of the prepared program.
    fn claimed_trace(
        &mut self,
        search_task: &SearchTask<'_>,
        trace: Trace,
        claimant: Claimant,
        budget: &Budget,
    ) -> Result<Answered, Reason> {
        self.session.observer.activity("certifying");
        self.certified_trace(
            search_task.source,
            &trace_back(search_task.prepared, trace),
            claimant,
            budget,
        )
    }

    /// A trace that may be one; none if a value is not of its type.
    fn possible_trace(
        &mut self,
        search_task: &SearchTask<'_>,
        trace: Option<Trace>,
        claimant: Claimant,
        arithmetic: &str,
        budget: &Budget,
    ) -> Result<Answered, Reason> {
        let replayed = match trace {
            None => Err("a value is out of the range of its type".into()),
            Some(trace) => {
                let trace = trace_back(search_task.prepared, trace);
                self.replayed_if_short(search_task.source.program, &trace, claimant, budget)
            }
        };
        replayed.map_err(|message| {
            self.count(&format!("spurious {arithmetic} traces"), 1.0);
            Reason::CertificateRejected {
                claim: "unsafe",
                message,
            }
        })
    }
}

/// Where the loop heads of a program are in the source.
fn places(
    search_task: &SearchTask<'_>,
    blocks: &BlockGraph,
    prepared: impl Fn(LocId) -> LocId,
) -> BTreeMap<LocId, Place> {
    let place = |head: LocId| {
        let location = search_task.prepared.back.location(prepared(head));
        place_at(search_task.source.program, location)
    };
    blocks
        .heads()
        .filter_map(|head| Some((head, place(head)?)))
        .collect()
}

/// The facts known in the program's own arithmetic, at the loop heads of a translated program.
fn translated_facts(
    search_task: &SearchTask<'_>,
    encoded: &EncodedProgram,
    translated: &Translated,
) -> Vec<(LocId, TermId)> {
    let blocks = &encoded.blocks;
    let live = blocks.live();
    let known = search_task.own.known();
    let mut facts = Vec::new();
    for head in blocks.heads() {
        let origin = translated.location(head);
        let here = known.iter().filter(|(at, _)| *at == origin);
        let here = here.filter_map(|(_, fact)| translated.fact(*fact));
        let here = here.filter(|fact| blocks.speaks_of(*fact, &live[&head]));
        facts.extend(here.map(|fact| (head, fact)));
    }
    facts
}
