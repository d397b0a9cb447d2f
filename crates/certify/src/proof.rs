//! Checking proofs.

use crate::quantified::Quantified;
use crate::record::{InvariantNumber, Kept, ObligationKind, Part, Record};
use crate::state::{Base, State};
use crate::walk::{Arrival, Notes, Walker};
use invar_cfa::{CheckId, EdgeId, LocId, LocationKind, Operation, Program};
use invar_solver::{Answer, Budget, Cause, Solver, SolverError, SolverFactory};
use invar_term::{Op, TermId, TermStore};
use invar_verdict::{Invariant, Proof, Support};
use std::collections::{BTreeMap, BTreeSet};

/// What several parts of a claim may take together, of the time left, before they are asked one by one: 1/2.
const TOGETHER: u32 = 2;

/// The most constraints of a claim for which no solver is started anew.
const MAX_SMALL: usize = 200;

/// A proof that was accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certified {
    /// The solvers that decided the obligations.
    pub by: String,
    /// Number of solver queries.
    pub queries: u32,
    /// What was asked, for others to ask again.
    pub record: Record,
}

/// A proof that was not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rejection {
    /// An obligation does not hold.
    Refuted(String),
    /// The solver could not decide an obligation.
    Undecided(String),
}

impl Rejection {
    /// What was wrong.
    pub fn message(&self) -> &str {
        match self {
            Rejection::Refuted(message) | Rejection::Undecided(message) => message,
        }
    }
}

impl From<SolverError> for Rejection {
    fn from(error: SolverError) -> Self {
        Rejection::Undecided(error.to_string())
    }
}

/// Checks a proof against the inlined program, and first what it rests on: the support's facts
/// are inductive, and under them no execution takes an infeasible edge. From then on those edges
/// are gone.
///
/// - `Inductive`: `zero at the entry -> I`, `I(from) and segment -> I(to)` between counted heads,
///   and no segment from a state in `I` ends in a target.
/// - `Quantified`: as `Inductive`, for arbitrary values of the universal symbols, where what holds
///   at the start is assumed for them and for the instances.
/// - `KInductive`: the facts are inductive; no target within `k` counted steps from the entry; no
///   target at the end of `k` counted steps from any counted head under the facts.
/// - `Exhausted`: the facts are inductive; unrolling from the entry meets no target and ends.
///
/// # Errors
/// What does not hold, or could not be decided within the budget.
pub fn certify_proof(
    program: &Program,
    proof: &Proof,
    support: &Support,
    factory: &dyn SolverFactory,
    budget: &Budget,
) -> Result<Certified, Rejection> {
    let (mut checker, supporting) = Checker::supported(program, support, factory, budget)?;
    let with = |facts: &Invariant| {
        let mut all = facts.clone();
        all.extend(&supporting);
        all
    };
    match proof {
        Proof::Inductive { heads, invariant } => {
            checker.inductive(Some(heads), invariant, &with(invariant), Targets::Excluded)?;
        }
        Proof::Quantified {
            heads,
            invariant,
            universals,
            instances,
        } => {
            let quantified = Quantified::new(program, universals, instances)?;
            checker.quantified = Some(quantified);
            checker.inductive(Some(heads), invariant, &with(invariant), Targets::Excluded)?;
            return Ok(checker.certified());
        }
        Proof::KInductive {
            k,
            heads,
            facts: own,
        } => {
            let facts = with(own);
            checker.inductive(Some(heads), own, &facts, Targets::Ignored)?;
            checker.base(*k, heads, &facts)?;
            checker.step(*k, heads, &facts)?;
        }
        Proof::Exhausted {
            steps,
            heads,
            facts: own,
        } => {
            let facts = with(own);
            checker.inductive(Some(heads), own, &facts, Targets::Ignored)?;
            checker.exhausted(*steps, heads, &facts)?;
        }
    }
    Ok(checker.certified())
}

/// Checks that facts at loop heads are inductive, together with the support's facts, and returns
/// all that were checked. Executions are followed only as long as they may end in a target, so
/// facts at other places are not among them.
///
/// # Errors
/// What does not hold, or could not be decided within the budget.
pub fn certify_facts(
    program: &Program,
    facts: &Invariant,
    heads: &[LocId],
    support: &Support,
    factory: &dyn SolverFactory,
    budget: &Budget,
) -> Result<Invariant, Rejection> {
    let (mut checker, mut all) = Checker::supported(program, support, factory, budget)?;
    all.extend(facts);
    checker.inductive(Some(heads), facts, &all, Targets::Ignored)?;
    let walker = checker.walker(Some(heads), &all)?;
    let mut checked = all.clone();
    checked.at.retain(|location, _| walker.follows(*location));
    Ok(checked)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Targets {
    Excluded,
    Ignored,
}

pub(crate) struct Checker<'a> {
    pub program: &'a Program,
    factory: &'a dyn SolverFactory,
    pub budget: &'a Budget,
    /// Edges that were shown never to be taken.
    removed: &'a [EdgeId],
    pub queries: u32,
    /// The solvers that answered.
    by: BTreeSet<String>,
    pub record: Record,
    /// What the facts are for all values of.
    quantified: Option<Quantified<'a>>,
}

impl<'a> Checker<'a> {
    fn certified(self) -> Certified {
        Certified {
            by: if self.by.is_empty() {
                self.factory.name().to_owned()
            } else {
                self.by.into_iter().collect::<Vec<_>>().join(" and ")
            },
            queries: self.queries,
            record: self.record,
        }
    }

    /// A checker that has checked the support, and the facts of it that still count.
    fn supported(
        program: &'a Program,
        support: &'a Support,
        factory: &'a dyn SolverFactory,
        budget: &'a Budget,
    ) -> Result<(Checker<'a>, Invariant), Rejection> {
        let cfa = program.entry_cfa();
        let has_call = cfa
            .edge_ids()
            .any(|e| matches!(cfa.edge(e).operation, Operation::Call { .. }));
        if has_call {
            return Err(Rejection::Refuted("the program still has calls".into()));
        }
        let mut checker = Checker {
            program,
            factory,
            budget,
            removed: &[],
            queries: 0,
            by: BTreeSet::new(),
            record: Record::default(),
            quantified: None,
        };
        checker.support(support)?;
        checker.removed = &support.infeasible;
        // Facts at places that are no longer loop heads are not needed further: walks pass through
        // there.
        let heads = checker.walker(None, &support.facts)?.counted;
        let mut supporting = support.facts.clone();
        supporting.at.retain(|location, _| heads.contains(location));
        Ok((checker, supporting))
    }

    pub fn walker<'f>(
        &self,
        counted: Option<&[LocId]>,
        facts: &'f Invariant,
    ) -> Result<Walker<'f>, Rejection>
    where
        'a: 'f,
    {
        Walker::new(self.program, counted, facts, self.removed).map_err(Rejection::Undecided)
    }

    /// A solver that knows nothing yet.
    pub fn context(&mut self) -> Result<Context, Rejection> {
        let solver = self.factory.make(&self.program.terms)?;
        let number = self.record.new_context();
        Ok(Context { solver, number })
    }

    /// What holds in a context from now on.
    pub fn assert_all(
        &mut self,
        context: &mut Context,
        constraints: &[TermId],
    ) -> Result<(), Rejection> {
        for constraint in constraints {
            context.solver.assert(*constraint)?;
            self.record.constraint(context.number, *constraint);
        }
        Ok(())
    }

    /// What is known where a path begins, and then holds in a context: the invariant there first.
    pub fn begin(
        &mut self,
        context: &mut Context,
        known: InvariantNumber,
        constraints: &[TermId],
    ) -> Result<(), Rejection> {
        let (first, rest) = constraints.split_first().ok_or_else(no_invariant)?;
        context.solver.assert(*first)?;
        self.record.assumed(context.number, known);
        self.assert_all(context, rest)
    }

    /// Keeps the parts of an invariant where no solver is needed: simplification alone shows that they are impossible.
    fn keep_all(&mut self, known: InvariantNumber, constraints: &[TermId], parts: Vec<Part>) {
        let context = self.record.new_context();
        self.record.assumed(context, known);
        for constraint in constraints.iter().skip(1) {
            self.record.constraint(context, *constraint);
        }
        for part in parts {
            self.record.query(context, part);
        }
    }

    /// All of `parts` must be impossible under the constraints given so far: one query, kept as one per part.
    pub fn refute(
        &mut self,
        context: &mut Context,
        parts: Vec<Part>,
        claim: &str,
    ) -> Result<(), Rejection> {
        let refuted: Vec<TermId> = parts.iter().map(|part| part.refuted).collect();
        let what = self.program.terms.or(&refuted);
        if self.program.terms.is_false(what) {
            self.record.simplified.extend(parts);
            return Ok(());
        }
        match self.ask(context, what, self.budget)? {
            Answer::Unsat(_) => {
                for part in parts {
                    self.keep(context, part);
                }
                Ok(())
            }
            Answer::Sat(_) => Err(Rejection::Refuted(claim.to_owned())),
            Answer::Unknown(cause) => Err(undecided(&*context.solver, cause)),
        }
    }

    /// Whether something is possible under the constraints given so far.
    ///
    /// Asserted in a scope, not assumed: solvers simplify with what is asserted (on an unrolled
    /// program, Yices needed 3 s instead of more than 12).
    pub fn ask(
        &mut self,
        context: &mut Context,
        what: TermId,
        budget: &Budget,
    ) -> Result<Answer, Rejection> {
        self.queries += 1;
        context.solver.push()?;
        context.solver.assert(what)?;
        let answer = context.solver.check(&[], budget);
        context.solver.pop()?;
        if let Answer::Unsat(_) = answer {
            self.by.insert(context.solver.name().to_owned());
        }
        Ok(answer)
    }

    /// Keeps a query that was answered as it should be.
    pub fn keep(&mut self, context: &Context, part: Part) {
        self.record.query(context.number, part);
    }

    /// Asserts that what the last query refuted is not so.
    pub fn lemma(&mut self, context: &mut Context, refuted: TermId) -> Result<(), Rejection> {
        let lemma = self.program.terms.not(refuted);
        context.solver.assert(lemma)?;
        self.record.lemma(context.number, lemma);
        Ok(())
    }

    /// The facts are inductive, and no execution that they allow takes an infeasible edge.
    fn support(&mut self, support: &Support) -> Result<(), Rejection> {
        let nothing = support.infeasible.is_empty() && support.facts.at.values().all(Vec::is_empty);
        if nothing {
            return Ok(());
        }
        let mut walker = Walker::watching(self.program, &support.facts, &support.infeasible)
            .map_err(Rejection::Undecided)?;
        // Any place but the entry, where nothing would check them, may be a cut point. Loops without facts are passed:
        // all they may have changed is forgotten. Places that only infeasible edges lead to are never reached.
        if !support.facts.facts(walker.cfa.entry).is_empty() {
            return Err(Rejection::Refuted(
                "a supporting fact is at the entry".into(),
            ));
        }
        let places = support.facts.at.keys().copied();
        let places: Vec<LocId> = places.filter(|l| walker.is_reachable(*l)).collect();
        walker.counted.extend(places);
        self.kept(&walker, Targets::Ignored)
    }

    /// The proof's own facts, together with the supporting ones, hold at the start and are kept
    /// by every segment between counted heads.
    fn inductive(
        &mut self,
        counted: Option<&[LocId]>,
        own: &Invariant,
        all: &Invariant,
        targets: Targets,
    ) -> Result<(), Rejection> {
        if targets == Targets::Ignored && own.at.values().all(Vec::is_empty) {
            return Ok(());
        }
        let mut walker = self.walker(counted, all)?;
        walker.asked = self
            .quantified
            .as_ref()
            .map(Quantified::asked)
            .unwrap_or_default();
        // A fact elsewhere would be assumed, in summaries, without having been checked.
        if own
            .at
            .keys()
            .any(|location| !walker.counted.contains(location))
        {
            return Err(Rejection::Refuted(
                "a fact is not at a counted loop head".into(),
            ));
        }
        self.kept(&walker, targets)
    }

    /// One query per cut point: some segment from it breaks the invariant at its end, reaches a
    /// target that is excluded, or takes a watched edge.
    fn kept(&mut self, walker: &Walker<'_>, targets: Targets) -> Result<(), Rejection> {
        let entry = walker.cfa.entry;
        let terms = &self.program.terms;
        let starts = std::iter::once(entry).chain(walker.counted.iter().copied());
        // The solver of claims that are small.
        let mut shared = None;
        for start in starts {
            let base = if start == entry {
                Base::Zero
            } else {
                Base::Any
            };
            let state = State::new(base);
            let mut notes = Notes::default();
            let known = walker.facts_at(start, &state);
            notes.constraints.push(known);
            let from = Arrival {
                guard: terms.tru(),
                state,
            };
            let part = |kind, refuted| Part {
                kind,
                from: start,
                to: Vec::new(),
                step: None,
                assumed: walker.stated_at(start),
                shown: Vec::new(),
                refuted,
                kept: None,
            };
            let mut parts = Vec::new();
            // What must be impossible, in pieces that can be asked about alone.
            let mut pieces = Vec::new();
            let mut reached = BTreeMap::new();
            for (to, arrival) in walker.segment(start, from, &mut notes) {
                if Program::is_target(walker.cfa, to) {
                    if targets == Targets::Excluded {
                        reached.insert(to, arrival.guard);
                    }
                    continue;
                }
                let kind = if start == entry {
                    ObligationKind::Initiation
                } else {
                    ObligationKind::Consecution
                };
                let shown = walker.stated_at(to);
                if shown.is_empty() {
                    continue;
                }
                let holds = walker.facts_at(to, &arrival.state);
                let broken = terms.and(&[arrival.guard, terms.not(holds)]);
                for fact in conjuncts(terms, holds) {
                    pieces.push(terms.and(&[arrival.guard, terms.not(fact)]));
                }
                let kept = Kept {
                    invariant: self.record.stated(to, shown.clone()),
                    guard: arrival.guard,
                    values: walker.values(&shown, &arrival.state),
                };
                parts.push(Part {
                    to: vec![to],
                    shown,
                    kept: Some(kept),
                    ..part(kind, broken)
                });
            }
            for to in grouped(self.program, reached.keys().copied()) {
                let guards: Vec<TermId> = to.iter().map(|target| reached[target]).collect();
                pieces.extend(&guards);
                parts.push(Part {
                    to,
                    ..part(ObligationKind::Safety, terms.or(&guards))
                });
            }
            if !notes.watched.is_empty() {
                pieces.extend(&notes.watched);
                let taken = terms.or(&notes.watched);
                parts.push(part(ObligationKind::Infeasible, taken));
            }
            if let Some(quantified) = &self.quantified {
                let more = quantified.instances(self.program, known, &notes.seen);
                notes.constraints.extend(more);
            }
            let (parts, simplified): (Vec<Part>, Vec<Part>) = parts
                .into_iter()
                .partition(|part| part.kept.is_some() || !terms.is_false(part.refuted));
            self.record.simplified.extend(simplified);
            if parts.is_empty() {
                continue;
            }
            let stated = parts.iter().filter_map(|part| part.kept.as_ref());
            let stated = stated.flat_map(|kept| kept.values.iter().chain([&kept.guard]));
            let roots: Vec<TermId> = notes
                .constraints
                .iter()
                .chain(&pieces)
                .chain(stated)
                .copied()
                .collect();
            notes.define(terms, roots);
            let known = self.record.stated(start, walker.stated_at(start));
            if parts.iter().all(|part| terms.is_false(part.refuted)) {
                self.keep_all(known, &notes.constraints, parts);
                continue;
            }
            let size = Size::of(&notes.constraints);
            let mut context = self.context_for(size, &mut shared)?;
            self.begin(&mut context, known, &notes.constraints)?;
            let claim = format!("the invariant is not kept from {}", self.describe(start));
            pieces.retain(|piece| !terms.is_false(*piece));
            self.refute_each(&mut context, &pieces, &claim)?;
            for part in parts {
                self.keep(&context, part);
            }
            if size == Size::Small {
                context.solver.pop()?;
                shared = Some(context);
            }
        }
        Ok(())
    }

    /// A solver that knows nothing yet, or, for a small claim, one that has forgotten what it was told: starting
    /// one takes longer than a small claim.
    fn context_for(
        &mut self,
        size: Size,
        shared: &mut Option<Context>,
    ) -> Result<Context, Rejection> {
        if size == Size::Large {
            return self.context();
        }
        let mut context = match shared.take() {
            Some(context) => Context {
                number: self.record.new_context(),
                ..context
            },
            None => self.context()?,
        };
        context.solver.push()?;
        Ok(context)
    }

    /// Each of `parts` must be impossible: all at once, or in halves where that is too hard.
    fn refute_each(
        &mut self,
        context: &mut Context,
        parts: &[TermId],
        claim: &str,
    ) -> Result<(), Rejection> {
        let whole = self.program.terms.or(parts);
        if self.program.terms.is_false(whole) {
            return Ok(());
        }
        let limit = match self.budget.remaining() {
            Some(left) if parts.len() > 1 => self.budget.at_most(left / TOGETHER),
            _ => self.budget.clone(),
        };
        match self.ask(context, whole, &limit)? {
            Answer::Unsat(_) => Ok(()),
            Answer::Sat(_) => Err(Rejection::Refuted(claim.to_owned())),
            Answer::Unknown(Cause::Timeout) if parts.len() > 1 && !self.budget.is_exhausted() => {
                let (first, second) = parts.split_at(parts.len() / 2);
                self.refute_each(context, first, claim)?;
                self.refute_each(context, second, claim)
            }
            Answer::Unknown(cause) => Err(undecided(&*context.solver, cause)),
        }
    }

    pub fn describe(&self, location: LocId) -> String {
        match self.program.entry_cfa().location(location).span {
            Some(span) => format!("line {}", span.line),
            None => "the start".into(),
        }
    }
}

/// How much is known in a claim.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Size {
    Small,
    Large,
}

impl Size {
    fn of(constraints: &[TermId]) -> Size {
        if constraints.len() <= MAX_SMALL {
            Size::Small
        } else {
            Size::Large
        }
    }
}

fn no_invariant() -> Rejection {
    Rejection::Undecided("nothing is known where a path begins".into())
}

/// A solver and the number of what is recorded of it.
pub(crate) struct Context {
    pub solver: Box<dyn Solver>,
    number: usize,
}

/// The most obligations that the targets of one cut point are divided into: each repeats the paths.
const MAX_GROUPS: usize = 16;

/// Targets in groups: those of one check, or, if there are many checks, of several.
fn grouped(program: &Program, targets: impl Iterator<Item = LocId>) -> Vec<Vec<LocId>> {
    let mut by_check: BTreeMap<Option<CheckId>, Vec<LocId>> = BTreeMap::new();
    for target in targets {
        let check = match program.entry_cfa().location(target).kind {
            LocationKind::Error(check) => Some(check),
            _ => None,
        };
        by_check.entry(check).or_default().push(target);
    }
    let all: Vec<Vec<LocId>> = by_check.into_values().collect();
    let size = all.len().div_ceil(MAX_GROUPS).max(1);
    all.chunks(size).map(<[_]>::concat).collect()
}

/// That a solver did not decide, and why.
fn undecided(solver: &dyn Solver, cause: Cause) -> Rejection {
    let why = match cause {
        Cause::Timeout => "ran out of time".to_owned(),
        Cause::Cancelled => "was cancelled".to_owned(),
        Cause::Memory => "ran out of memory".to_owned(),
        Cause::ModelRejected => "gave a wrong model".to_owned(),
        Cause::GaveUp(message) => format!("gave up: {message}"),
    };
    Rejection::Undecided(format!("{} {why}", solver.name()))
}

/// The conjuncts of a formula.
fn conjuncts(terms: &TermStore, formula: TermId) -> Vec<TermId> {
    match terms.op(formula) {
        Op::And => terms.args(formula).to_vec(),
        _ => vec![formula],
    }
}
