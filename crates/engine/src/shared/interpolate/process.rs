//! Interpolants from another program, which are not trusted but checked.

use super::check::{Check, Rigour, checked};
use super::interpolator::Begun;
use super::{Effort, Interpolate, Interpolated, Interpolator};
use crate::shared::ic3::Stop;
use crate::{Context, EngineError};
use invar_solver::{InterpolantAnswer, Interpolating};
use invar_term::{TermId, TermStore};
use std::sync::Arc;

/// The interpolator that the context asks for; `effort` applies to our own procedure.
pub(super) fn chosen<'r>(
    terms: &Arc<TermStore>,
    context: &'r Context<'r>,
    effort: Effort,
) -> Box<dyn Interpolate + 'r> {
    let own = Interpolator::new(terms, context, effort);
    match context.interpolation {
        None => Box::new(own),
        Some(program) => Box::new(ProcessInterpolator { program, own }),
    }
}

/// Asks a program for interpolants, and uses our own where it has none or wrong ones.
///
/// Our solver decides whether there is a refutation and which formulas it needs; the program gets
/// only those.
struct ProcessInterpolator<'r> {
    program: &'r dyn Interpolating,
    own: Interpolator<'r>,
}

impl ProcessInterpolator<'_> {
    /// Interpolants of the program that passed the check.
    fn found(&mut self, parts: &[Vec<TermId>]) -> Result<Interpolated, Stop> {
        let (pieces, core) = match self.own.begin(parts)? {
            Begun::Refuted(pieces, core) => (pieces, core),
            Begun::Ended(answer) => return Ok(answer),
        };
        let queries = &self.own.queries;
        let (terms, context) = (Arc::clone(&queries.terms), queries.context);
        let mut needed = vec![Vec::new(); parts.len()];
        for piece in pieces.iter().filter(|p| core.contains(&p.formula)) {
            needed[piece.part].push(piece.formula);
        }
        let answer = self.program.sequence(&terms, &needed, &context.budget);
        context.proceed(&terms, "interpolating")?;
        // That a program says `sat` of what our solver refuted is a reason not to use it.
        let InterpolantAnswer::Sequence(sequence) = answer.map_err(EngineError::from)? else {
            return Ok(Interpolated::TooHard);
        };
        let check = checked(&terms, context, parts, &sequence, Rigour::Always)?;
        Ok(match check {
            Check::Passed => Interpolated::Sequence(sequence),
            _ => {
                context.counters.add("interpolation process refused", 1);
                Interpolated::TooHard
            }
        })
    }
}

impl Interpolate for ProcessInterpolator<'_> {
    fn sequence(&mut self, parts: &[Vec<TermId>]) -> Result<Interpolated, Stop> {
        let counters = &self.own.queries.context.counters;
        counters.add("interpolation process", 1);
        match self.found(parts)? {
            Interpolated::TooHard => {
                counters.add("interpolation process too hard", 1);
                self.own.sequence(parts)
            }
            found => Ok(found),
        }
    }
}
