//! Properties as checks: what C leaves undefined becomes an error, one check per site.
//!
//! The front end ends a path where behaviour is undefined, and notes signed operations. Here the
//! other branch appears: to an error, where the property asks for it. A site is a kind of
//! violation at a place in the text; copies of it in the automaton share the check.
//!
//! Correctness. The program keeps its executions up to the first violation: an execution that
//! continues after a check is one for which the check held.
//!
//! Properties are sets of aspects (`cfa::Property`). The front end ends such a path by an assumption with the reason
//! `Undefined`. An `OverflowSite` with a constant operand becomes a comparison of the other operand, which intervals and integers
//! handle best.

use invar_cfa::{
    Aspect, AssumeReason, CallPathId, Cfa, Check, CheckId, CheckKind, EdgeId, LocId, LocationKind,
    Operation, OverflowSite, Program, Property, SignedOperator, SourceMap, Span, StableId,
    Undefined,
};
use invar_term::{TermId, TermStore};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The program with a check for everything that its property asks for and that C leaves undefined.
pub fn instrument(mut program: Program) -> Program {
    let mut sites = Sites {
        property: program.property,
        sources: program.sources.clone(),
        known: BTreeMap::new(),
        checks: std::mem::take(&mut program.checks),
    };
    let terms = program.terms.clone();
    // The front end makes copies of functions; they are one in the text.
    let mut first_copies: BTreeMap<(Arc<str>, Option<Span>), usize> = BTreeMap::new();
    for (number, function) in program.functions.iter_mut().enumerate() {
        let text = (function.name.clone(), function.span);
        let first = *first_copies.entry(text).or_insert(number);
        sites.overflows(first, &terms, &mut function.cfa);
        sites.undefined(first, &terms, &mut function.cfa);
    }
    program.checks = sites.checks;
    program
}

struct Sites {
    property: Property,
    sources: SourceMap,
    known: BTreeMap<(usize, CheckKind, Option<Span>), CheckId>,
    checks: Vec<Check>,
}

impl Sites {
    /// The check of a site, if it is asked for.
    fn check(&mut self, function: usize, kind: CheckKind, span: Option<Span>) -> Option<CheckId> {
        let aspect = kind.aspect()?;
        let of_a_model = span.is_some_and(|span| self.sources.is_model(span));
        if !self.property.asks_for(aspect) || of_a_model && is_about_numbers(aspect) {
            return None;
        }
        let checks = &mut self.checks;
        let id = self.known.entry((function, kind, span)).or_insert_with(|| {
            checks.push(Check { kind, span });
            CheckId(checks.len() as u32 - 1)
        });
        Some(*id)
    }

    /// Signed operations that a place computes are tested before it is left.
    fn overflows(&mut self, function: usize, terms: &TermStore, cfa: &mut Cfa) {
        for location in cfa.location_ids() {
            let mut at = location;
            for site in cfa.overflow_sites(location).to_vec() {
                for (kind, violated) in self.violations(terms, &site) {
                    if terms.is_false(violated) {
                        continue;
                    }
                    let Some(check) = self.check(function, kind, site.span) else {
                        continue;
                    };
                    let after = cfa.split(at);
                    let operation = assume(terms.not(violated));
                    cfa.add_edge(at, after, operation, site.span);
                    fail(cfa, at, violated, check, site.span);
                    at = after;
                }
            }
        }
    }

    /// What can go wrong in a signed operation. C forbids to shift negative numbers to the left,
    /// and to shift bits out of the type; the latter is an overflow where overflows are asked for.
    fn violations(&self, terms: &TermStore, site: &OverflowSite) -> Vec<(CheckKind, TermId)> {
        let overflow = site.condition(terms);
        let mut found = vec![(CheckKind::Overflow(site.operator), overflow)];
        if site.operator == SignedOperator::ShiftLeft {
            let mut forbidden = vec![site.shifts_negative(terms)];
            if !self.property.asks_for(Aspect::Overflow) {
                forbidden.push(overflow);
            }
            let kind = CheckKind::Undefined(Undefined::ShiftedNumber);
            found.push((kind, terms.or(&forbidden)));
        }
        found
    }

    /// Where the front end ends a path, it leads to an error.
    fn undefined(&mut self, function: usize, terms: &TermStore, cfa: &mut Cfa) {
        let edges: Vec<EdgeId> = cfa.edge_ids().collect();
        for id in edges {
            let edge = cfa.edge(id);
            let Operation::Assume {
                condition,
                reason: AssumeReason::Undefined(undefined),
            } = edge.operation
            else {
                continue;
            };
            let (from, span) = (edge.from, edge.span);
            let kind = CheckKind::Undefined(undefined);
            if let Some(check) = self.check(function, kind, span) {
                fail(cfa, from, terms.not(condition), check, span);
            }
        }
    }
}

/// Whether it is about how numbers are computed. How library models compute is our choice and
/// tested against the library; what a caller can do wrong is to hand them bad memory.
fn is_about_numbers(aspect: Aspect) -> bool {
    matches!(
        aspect,
        Aspect::Overflow
            | Aspect::Conversion
            | Aspect::FloatConversion
            | Aspect::Division
            | Aspect::Shift
            | Aspect::PointerOrder
            | Aspect::Sequence
    )
}

fn assume(condition: TermId) -> Operation {
    Operation::Assume {
        condition,
        reason: AssumeReason::Check,
    }
}

/// From a place to an error.
fn fail(cfa: &mut Cfa, from: LocId, condition: TermId, check: CheckId, span: Option<Span>) {
    let place = cfa.location(from).stable;
    let stable = StableId::of(&[&place.to_string(), "violated"]);
    let error = cfa.add_location(LocationKind::Error(check), span, stable, CallPathId::ROOT);
    cfa.add_edge(from, error, assume(condition), span);
}
