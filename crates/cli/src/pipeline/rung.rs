//! One search: an engine in one arithmetic, and what becomes of its verdict.
//!
//! Over the program's own arithmetic evidence goes to certification as it is. Over another one a
//! trace is replayed, and a proof becomes candidates for the largest inductive set of facts over
//! bit-vectors (`transfer`).

use super::Run;
use super::attempt::Ground;
use super::strategy::{Step, When};
use super::watch::{TellLemmas, Watch};
use crate::arguments::arithmetic_name;
use crate::back::{trace_back, trace_to_bits};
use invar_cfa::{LocId, Program};
use invar_encode::{Arithmetic, BlockGraph, EncodeError, Translated, translate};
use invar_engine::{Context, Engine, Task};
use invar_solver::{Budget, Interpolating};
use invar_term::TermId;
use invar_verdict::{Invariant, Reason, Trace, Verdict};
use invar_witness::place_at;
use invar_witness::report::{Place, Report};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Instant;

impl Run<'_> {
    /// One search within a budget; its claim is certified within all the time there is.
    pub(super) fn rung(
        &mut self,
        ground: &mut Ground<'_>,
        step: &Step,
        budget: &Budget,
    ) -> Result<Report, Reason> {
        let name = arithmetic_name(step.arithmetic);
        let start = Instant::now();
        self.found_by = step.engine.name();
        self.found_over = Some(step.arithmetic);
        let result = if step.arithmetic == ground.blocks.arithmetic {
            self.own_rung(ground, step, budget)
        } else {
            self.translated_rung(ground, step, budget)
        };
        self.count(&format!("{name} seconds"), start.elapsed().as_secs_f64());
        result
    }

    /// In the arithmetic of the program itself.
    fn own_rung(
        &mut self,
        ground: &mut Ground<'_>,
        step: &Step,
        budget: &Budget,
    ) -> Result<Report, Reason> {
        let task = Task {
            program: &ground.prepared.program,
            blocks: ground.blocks,
            facts: &ground.known,
        };
        let places = places(ground, ground.blocks, |head| head);
        let (verdict, noticed) = self.search(&*step.engine, &task, budget, places);
        ground.noticed.extend(&noticed);
        match verdict? {
            Verdict::Unknown(reason) => Err(reason),
            Verdict::Unsafe(trace) => self.claimed_trace(ground, trace),
            Verdict::Safe(proof) => self.claimed_proof(ground, proof),
        }
    }

    /// In another arithmetic.
    fn translated_rung(
        &mut self,
        ground: &mut Ground<'_>,
        step: &Step,
        budget: &Budget,
    ) -> Result<Report, Reason> {
        let name = arithmetic_name(step.arithmetic);
        if step.when == When::Refused
            && let None = self.refused
        {
            return Err(Reason::Unsupported {
                construct: format!("no refused proof for {}", step.arithmetic),
                place: None,
            });
        }
        let translated = self.phase("translating", |_| {
            read_over(&ground.prepared.program, step.arithmetic)
        });
        let (translated, blocks) = match translated {
            Ok(both) => both,
            Err(error) => {
                self.count(&format!("{name} not translated"), 1.0);
                return Err(Reason::Unsupported {
                    construct: error.to_string(),
                    place: None,
                });
            }
        };
        let abstracted = translated.abstracted;
        self.count(&format!("{name} abstracted"), abstracted as f64);
        if step.when == When::Exact && abstracted > 0 {
            return Err(Reason::Unsupported {
                construct: format!("{abstracted} operations over {}", step.arithmetic),
                place: None,
            });
        }
        let facts = translated_facts(ground, &translated, &blocks);
        let task = Task {
            program: &translated.program,
            blocks: &blocks,
            facts: &facts,
        };
        let places = places(ground, &blocks, |head| translated.location(head));
        match self.search(&*step.engine, &task, budget, places).0? {
            Verdict::Unknown(reason) => Err(reason),
            Verdict::Unsafe(trace) => {
                let trace = trace_to_bits(&translated, &trace);
                let exact = step.arithmetic == Arithmetic::Wrap && abstracted == 0;
                match trace {
                    Some(trace) if exact => self.claimed_trace(ground, trace),
                    trace => self.possible_trace(ground, trace, name),
                }
            }
            Verdict::Safe(proof) => self.transferred(ground, &translated, proof),
        }
    }

    /// Runs an engine and keeps what it counted; the invariant is what it proved of all executions
    /// on the way.
    fn search(
        &mut self,
        engine: &dyn Engine,
        task: &Task<'_>,
        budget: &Budget,
        places: BTreeMap<LocId, Place>,
    ) -> (Result<Verdict, Reason>, Invariant) {
        let arithmetic = arithmetic_name(task.blocks.arithmetic);
        let watch = Watch {
            events: self.events,
            arithmetic,
            program: task.program,
            places,
            lemmas: match self.arguments.trace_lemmas {
                true => TellLemmas::Yes,
                false => TellLemmas::No,
            },
            proved: Mutex::default(),
        };
        let mut context = Context::new(&self.finder, budget.clone());
        context.observer = &watch;
        context.horn = Some(&self.horn);
        context.interpolation = self.interpolation.as_ref().map(|i| i as &dyn Interpolating);
        context.memory_mb = self.arguments.memory;
        let limit = self.arguments.timeout;
        let start = Instant::now();
        self.events.activity("searching");
        let verdict = match engine.run(task, &context) {
            Ok(Verdict::Unknown(Reason::Timeout { activity, .. })) => {
                Err(Reason::Timeout { limit, activity })
            }
            Ok(verdict) => Ok(verdict),
            Err(error) => Err(error.reason(&context)),
        };
        let counters = context.counters.all();
        for (name, number) in counters {
            self.count(&format!("{arithmetic} {name}"), number as f64);
        }
        let noticed = watch.noticed();
        self.count("seconds searching", start.elapsed().as_secs_f64());
        (verdict, noticed)
    }

    /// A trace that must be one of the prepared program.
    fn claimed_trace(&mut self, ground: &Ground<'_>, trace: Trace) -> Result<Report, Reason> {
        self.events.activity("certifying");
        self.certified_trace(ground.source, &trace_back(ground.prepared, trace))
    }

    /// A trace that may be one; none if a value is not of its type.
    fn possible_trace(
        &mut self,
        ground: &Ground<'_>,
        trace: Option<Trace>,
        arithmetic: &str,
    ) -> Result<Report, Reason> {
        let replayed = match trace {
            None => Err("a value is out of the range of its type".into()),
            Some(trace) => {
                self.replayed(ground.source.program, &trace_back(ground.prepared, trace))
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

/// A program over another arithmetic, and its blocks.
fn read_over(
    program: &Program,
    arithmetic: Arithmetic,
) -> Result<(Translated, BlockGraph), EncodeError> {
    let translated = translate(program, arithmetic)?;
    let blocks = BlockGraph::of(&translated.program, arithmetic)?;
    Ok((translated, blocks))
}

/// Where the loop heads of a program stand in the source.
fn places(
    ground: &Ground<'_>,
    blocks: &BlockGraph,
    prepared: impl Fn(LocId) -> LocId,
) -> BTreeMap<LocId, Place> {
    let place = |head: LocId| {
        let location = ground.prepared.back.location(prepared(head));
        place_at(ground.source.program, location)
    };
    blocks
        .heads()
        .filter_map(|head| Some((head, place(head)?)))
        .collect()
}

/// The known facts, and the ranges of variables, at the loop heads of a translated program.
fn translated_facts(
    ground: &Ground<'_>,
    translated: &Translated,
    blocks: &BlockGraph,
) -> Vec<(LocId, TermId)> {
    let live = blocks.live();
    let ranges = translated.ranges();
    let mut facts = Vec::new();
    for head in blocks.heads() {
        let origin = translated.location(head);
        let live = &live[&head];
        let known = ground.known.iter().filter(|(at, _)| *at == origin);
        let known = known.filter_map(|(_, fact)| translated.fact(*fact));
        let known = known.filter(|fact| blocks.speaks_of(*fact, live));
        facts.extend(known.map(|fact| (head, fact)));
        let here = ranges.iter().filter(|(v, _)| live.contains(v));
        facts.extend(here.map(|(_, range)| (head, *range)));
    }
    facts
}
