//! Proofs for others to check: the queries of the certifier as scripts, told in terms of the source text.

use crate::request::Extra;
use crate::run::Run;
use crate::session::Session;
use invar_certify::{Assertion, Certified, Obligation, ObligationKind, Part, Record};
use invar_cfa::{LocId, LocationKind, Program};
use invar_report::{
    Certificate, CutProgram, ObligationKind as Told, ObligationReport, Place, ProofObligations,
    ProofReport,
};
use invar_solver::{Asserted, Function, standalone_script};
use invar_term::TermId;
use invar_verdict::{Proof, Support};
use std::collections::BTreeSet;

/// Larger certificates are refused: no solver would read them in time.
const MAX_BYTES: usize = 256 << 20;

impl Session<'_> {
    /// Adds the queries by which a proof was certified, if they are asked for.
    pub(crate) fn with_obligations(
        &self,
        report: ProofReport,
        program: &Program,
        certified: &Certified,
        form: impl FnOnce() -> Result<CutProgram, String>,
    ) -> ProofReport {
        let wanted = self.request.extras.contains(&Extra::Certificate);
        let obligations = wanted.then(|| ProofObligations {
            program: Some(form()),
            ..exported(&report, program, certified)
        });
        ProofReport {
            obligations,
            ..report
        }
    }
}

/// A proof in terms of the loops of the text.
///
/// # Errors
/// Why it has no such form.
pub(crate) fn cut_program(
    program: &Program,
    proof: &Proof,
    support: &Support,
) -> Result<CutProgram, String> {
    let (facts, heads, rounds): (_, &[LocId], _) = match proof {
        Proof::Inductive { invariant, .. } => (invariant, &[], 0),
        Proof::Exhausted {
            steps,
            heads,
            facts,
        } => (facts, heads, *steps),
        Proof::Quantified { .. } => return Err("a fact is about all elements of an array".into()),
        Proof::KInductive { .. } => return Err("the proof is a k-induction".into()),
    };
    let mut all = facts.clone();
    all.extend(&support.facts);
    // An unrolling ends the loops that it counts; the others are passed by their invariants.
    let counted = |head: LocId| rounds > 0 && heads.contains(&head);
    let loops = invar_report::loop_cuts(program, &all, counted)?;
    Ok(CutProgram { loops, rounds })
}

fn exported(report: &ProofReport, program: &Program, certified: &Certified) -> ProofObligations {
    let record = &certified.record;
    let functions = functions(program, record);
    let mut size = 0;
    let mut obligations = Vec::new();
    for obligation in record.obligations(program) {
        let told = told(program, &functions, &obligation);
        size += told.script.len();
        obligations.push(told);
        // Refused as a whole later.
        if size > MAX_BYTES {
            break;
        }
    }
    ProofObligations {
        told: report.told(),
        contracts: report.contracts.clone(),
        simplified: simplified(program, &record.simplified),
        obligations,
        ..ProofObligations::default()
    }
}

/// What simplification alone shows; the steps of an unrolling together.
fn simplified(program: &Program, parts: &[Part]) -> Vec<String> {
    let (steps, others): (Vec<&Part>, Vec<&Part>) = parts
        .iter()
        .partition(|part| part.kind == ObligationKind::Unrolled);
    let mut claims: Vec<String> = others
        .iter()
        .map(|part| claim(program, part, part))
        .collect();
    if let (Some(first), Some(last)) = (steps.first(), steps.last()) {
        claims.push(claim(program, first, last));
    }
    claims
}

/// The invariants of a proof as functions: every query uses the same text.
fn functions(program: &Program, record: &Record) -> Vec<Function> {
    let stated = record.invariants.iter().enumerate();
    stated
        .map(|(number, stated)| Function {
            name: format!("$invariant{}", number + 1),
            parameters: program.terms.symbols_of(&stated.facts),
            body: program.terms.and(&stated.facts),
        })
        .collect()
}

fn script(program: &Program, functions: &[Function], obligation: &Obligation) -> String {
    let terms = &program.terms;
    let assertions = obligation.assertions.iter();
    let asserted: Vec<Asserted<'_>> = assertions
        .filter_map(|assertion| match assertion {
            Assertion::Term(term) if terms.is_true(*term) => None,
            Assertion::Term(term) => Some(Asserted::Term(*term)),
            Assertion::Holds(number) if terms.is_true(functions[*number].body) => None,
            Assertion::Holds(number) => {
                let function = &functions[*number];
                let own = function.parameters.iter();
                let own = own.map(|symbol| terms.symbol_term(*symbol)).collect();
                Some(Asserted::Holds(function, own))
            }
            Assertion::Broken(number, values) => {
                Some(Asserted::Fails(&functions[*number], values.clone()))
            }
        })
        .collect();
    standalone_script(terms, &asserted)
}

fn told(program: &Program, functions: &[Function], obligation: &Obligation) -> ObligationReport {
    let (first, last) = match obligation.parts.as_slice() {
        [] => return ObligationReport::default(),
        [only] => (only, only),
        [first, .., last] => (first, last),
    };
    let places: BTreeSet<Place> = obligation
        .parts
        .iter()
        .flat_map(|part| &part.to)
        .filter_map(|location| invar_report::place_at(program, *location))
        .collect();
    let (assumed, shown) = (texts(program, &first.assumed), texts(program, &last.shown));
    ObligationReport {
        kind: kind(last.kind),
        claim: claim(program, first, last),
        from: invar_report::place_at(program, first.from),
        to: places.into_iter().collect(),
        untold: first.assumed.len() + last.shown.len() - assumed.len() - shown.len(),
        assumed,
        shown,
        script: script(program, functions, obligation),
    }
}

fn kind(kind: ObligationKind) -> Told {
    match kind {
        ObligationKind::Initiation => Told::Initiation,
        ObligationKind::Consecution => Told::Consecution,
        ObligationKind::Safety => Told::Safety,
        ObligationKind::Infeasible => Told::Infeasible,
        ObligationKind::Unrolled => Told::Unrolled,
        ObligationKind::Unreached => Told::Unreached,
        ObligationKind::Ended => Told::Ended,
        ObligationKind::InductionStep => Told::InductionStep,
    }
}

fn texts(program: &Program, facts: &[TermId]) -> Vec<String> {
    let texts = facts
        .iter()
        .filter_map(|fact| invar_report::c_expression(program, *fact));
    texts
        .filter(|text| !invar_report::has_internal_names(text))
        .collect()
}

/// What a query shows, as a sentence.
fn claim(program: &Program, first: &Part, last: &Part) -> String {
    let from = if first.from == program.entry_cfa().entry {
        "the start of the program".to_owned()
    } else {
        head(program, first.from)
    };
    let to = last.to.first().map(|location| head(program, *location));
    let to = to.unwrap_or_else(|| "the end".into());
    let steps = match (first.step, last.step) {
        (Some(from), Some(to)) if from != to => format!("in steps {from} to {to}"),
        (_, step) => format!("in step {}", step.unwrap_or_default()),
    };
    match last.kind {
        ObligationKind::Initiation => {
            format!("the invariant holds at {to} when it is first reached from {from}")
        }
        ObligationKind::Consecution => {
            format!("the invariant holds at {to} when it is reached from {from}, where it held")
        }
        ObligationKind::Safety => {
            let targets: BTreeSet<String> = last.to.iter().map(|at| target(program, *at)).collect();
            let targets: Vec<String> = targets.into_iter().collect();
            let targets = targets.join("; ");
            format!("from {from}, before the next loop head, none of these happens: {targets}")
        }
        ObligationKind::Infeasible => {
            format!("from {from}, no branch is taken that the rest of the proof leaves out")
        }
        ObligationKind::Unrolled if first == last => {
            format!("from the start of the program, nothing goes wrong {steps}")
        }
        ObligationKind::Unreached if first == last => {
            format!("from the start of the program, {to} is not reached {steps}")
        }
        ObligationKind::Unrolled | ObligationKind::Unreached => {
            format!(
                "from the start of the program, nothing goes wrong {steps}, and loop heads that are followed no further are not reached"
            )
        }
        ObligationKind::Ended => {
            format!(
                "from the start of the program, nothing goes wrong and no path is longer than {} steps",
                last.step.unwrap_or_default()
            )
        }
        ObligationKind::InductionStep => {
            let k = last.step.unwrap_or_default();
            format!(
                "from {from}, no path of {k} steps between loop heads ends with something going wrong"
            )
        }
    }
}

fn head(program: &Program, location: LocId) -> String {
    match invar_report::place_at(program, location) {
        Some(place) => format!("the loop head {place}"),
        None => format!("location {}", location.0),
    }
}

/// What must not be reached.
fn target(program: &Program, location: LocId) -> String {
    let at = program.entry_cfa().location(location);
    let (what, span) = match at.kind {
        LocationKind::Error(check) => {
            let check = program.check(check);
            (check.kind.to_string(), check.span)
        }
        LocationKind::Unsupported(construct) => {
            let unsupported = &program.unsupported[construct.0 as usize];
            let what = format!("not modelled: {}", unsupported.construct);
            (what, unsupported.span)
        }
        LocationKind::Plain | LocationKind::Halt => ("reached".into(), None),
    };
    match span.or(at.span) {
        Some(span) => format!("{what} at {}", program.sources.describe(span)),
        None => what,
    }
}

impl Run<'_> {
    /// The proofs of all that was asked, for others to check; `None` if that is not asked for.
    pub(crate) fn certificate(&self) -> Option<Certificate> {
        let wanted = self.session.request.extras.contains(&Extra::Certificate);
        wanted.then(|| match self.all_obligations() {
            Ok(proofs) => Certificate::Proofs(proofs),
            Err(why) => Certificate::Refused(why),
        })
    }

    fn all_obligations(&self) -> Result<Vec<ProofObligations>, String> {
        let mut proofs = Vec::new();
        let mut covered = BTreeSet::new();
        for proof in self.table.proofs() {
            let Some(exported) = &proof.obligations else {
                let told = proof.told();
                return Err(format!("this form of proof cannot be exported yet: {told}"));
            };
            let mut exported = exported.clone();
            let scripts = exported.obligations.iter();
            if scripts.map(|o| o.script.len()).sum::<usize>() > MAX_BYTES {
                return Err("the proof is too large to be exported".into());
            }
            exported.assertions = self.table.rows(&exported.checks);
            covered.extend(exported.checks.iter().copied());
            proofs.push(exported);
        }
        // A proof that came by another way than through the table is not among these.
        if !self.table.numbers().all(|check| covered.contains(&check)) {
            return Err("this form of proof cannot be exported yet: not all of it was kept".into());
        }
        Ok(proofs)
    }
}
