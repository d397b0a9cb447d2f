//! What others say about a program, as part of it: facts become checks, a described run becomes a
//! monitor.
//!
//! The monitor is a variable that counts the segments of the run that are passed. At a place of the
//! current segment's waypoint the run goes on only if it does what the waypoint says, and then the
//! next segment begins; what is avoided ends the run. The property is violated only in the last
//! segment, at the target. So the runs to an error are exactly those that were described.

use super::body::Body;
use super::place::Value;
use super::shape::{Class, Shape};
use crate::ast::Expr;
use crate::ast::{has_effects, names_function};
use crate::facts::{Branch, Comparison, FactPlace, Passing, ResultBound, Waypoint};
use invar_cfa::{
    AssumeReason, Cfa, CheckKind, IntegerType, LocId, LocationKind, Operation, Program, Scope,
    Span, VarId,
};
use invar_term::{FloatFormat, Sort, Substitution, TermId, TermStore};
use std::collections::BTreeMap;

/// The name of the variable that counts passed segments.
pub const SEGMENT: &str = "$segment";
/// Paths through the evaluation of a fact beyond which it is refused.
const MAX_PATHS: usize = 256;

impl Body<'_, '_> {
    /// A position in the annotated file.
    fn position(&self, span: Option<Span>) -> Option<(u32, u32)> {
        let span = span?;
        let annotations = self.lowering.annotations?;
        let path = self.lowering.unit.sources.path(span.file);
        (path == &*annotations.file).then_some((span.line, span.column))
    }

    /// Facts about a loop's condition are checked where it is evaluated.
    pub(super) fn check_loop_facts(&mut self, span: Option<Span>) {
        self.check_facts(span, FactPlace::Loop);
    }

    /// Facts about a statement are checked before it, and waypoints there are passed.
    pub(super) fn before_statement(&mut self, span: Option<Span>) {
        self.check_facts(span, FactPlace::Statement);
        self.pass(span, |passing| matches!(passing, Passing::Holds(_)), None);
    }

    /// A branch was taken.
    pub(super) fn branched(&mut self, span: Option<Span>, branch: Branch) {
        self.pass(
            span,
            |p| matches!(p, Passing::Branches(_)),
            Some(Seen::Branch(branch)),
        );
    }

    /// A call begins.
    pub(super) fn call_begins(&mut self, span: Option<Span>) {
        self.pass(self.call_end(span), |p| matches!(p, Passing::Enters), None);
    }

    /// A call ends.
    pub(super) fn call_ends(&mut self, span: Option<Span>, value: &Value) {
        let is_return = |p: &Passing| matches!(p, Passing::Returns(_));
        self.pass(self.call_end(span), is_return, Some(Seen::Value(value)));
    }

    /// Where the arguments of a call end, as a position in the same file.
    fn call_end(&self, span: Option<Span>) -> Option<Span> {
        let annotations = self.lowering.annotations.filter(|a| a.run.is_some())?;
        let (line, column) = self.position(span)?;
        let (line, column) = annotations.text.call_end(line, column)?;
        Some(Span {
            line,
            column,
            ..span?
        })
    }

    fn check_facts(&mut self, span: Option<Span>, place: FactPlace) {
        let Some((line, column)) = self.position(span) else {
            return;
        };
        let annotations = self.lowering.annotations;
        let facts = annotations.map(|a| a.checked.as_slice());
        for fact in facts.unwrap_or_default() {
            if fact.place != place || (fact.site.line, fact.site.column) != (line, column) {
                continue;
            }
            let Some(condition) = self.pure_condition(&fact.expression) else {
                let why = format!("the fact at line {line} is not modelled as an expression");
                self.lowering.outcome.refused.push(why);
                continue;
            };
            let (fine, failed) = (self.place_here(None), self.place_here(None));
            self.split(condition, fine, failed, span);
            self.at = failed;
            self.error(CheckKind::Invariant, span);
            self.at = fine;
        }
    }

    /// The truth of an expression as a term over the state here; `None` if evaluating it changes
    /// something or is not modelled. Where it is undefined it does not hold.
    fn pure_condition(&mut self, expr: &Expr) -> Option<TermId> {
        // Functions have other numbers where the facts were read than in the program.
        if has_effects(expr) || names_function(expr) {
            return None;
        }
        let before = self.lowering.program.variables.len();
        let back = self.at;
        // Lowered from a place that nothing leads to.
        let start = self.place_here(None);
        self.at = start;
        let condition = self.condition(expr);
        let end = std::mem::replace(&mut self.at, back);
        let condition = condition.ok()?;
        let evaluation = Evaluation {
            cfa: &self.cfa,
            terms: &self.terms,
            program: &self.lowering.program,
            before,
            end,
        };
        evaluation.run(start, condition)
    }

    /// The variable that counts segments.
    fn segment(&mut self) -> VarId {
        if let Some(variable) = self.lowering.segment {
            return variable;
        }
        let integer = IntegerType {
            width: 32,
            signed: false,
        };
        let variable = self.lowering.program.add_variable(
            SEGMENT,
            None,
            &Sort::BitVec(32),
            integer,
            "unsigned int",
            Scope::Global,
            None,
        );
        self.lowering.segment = Some(variable);
        variable
    }

    /// Passes the waypoints of some kind at a place.
    fn pass(
        &mut self,
        span: Option<Span>,
        kind: impl Fn(&Passing) -> bool,
        seen: Option<Seen<'_>>,
    ) {
        let Some((line, column)) = self.position(span) else {
            return;
        };
        let Some(run) = self.lowering.annotations.and_then(|a| a.run.as_ref()) else {
            return;
        };
        let here = |w: &Waypoint| w.is_at(line, column) && kind(&w.passing);
        let t = self.terms.clone();
        let mut forbidden = Vec::new();
        let mut required = Vec::new();
        let last = (run.segments.len(), &run.avoided);
        let avoided = run.segments.iter().map(|s| &s.avoided).enumerate();
        for (number, waypoints) in avoided.chain([last]) {
            for waypoint in waypoints.iter().filter(|w| here(w)) {
                let Some(done) = self.done(&waypoint.passing, seen) else {
                    continue;
                };
                forbidden.push((number, done));
            }
        }
        for (number, segment) in run.segments.iter().enumerate() {
            if here(&segment.followed)
                && let Some(done) = self.done(&segment.followed.passing, seen)
            {
                self.lowering.outcome.reached.insert(number);
                required.push((number, done));
            }
        }
        if forbidden.is_empty() && required.is_empty() {
            return;
        }
        let variable = self.segment();
        let now = self.symbol(variable);
        let number_is = |number: usize| t.eq(now, t.bv(32, number as u128));
        for (number, done) in forbidden {
            let fine = t.not(t.and(&[number_is(number), done]));
            self.assume(fine, AssumeReason::Premise, span);
        }
        let mut next = now;
        let mut fine = Vec::new();
        for (number, done) in required {
            let current = number_is(number);
            fine.push(t.or(&[t.not(current), done]));
            next = t.ite(current, t.bv(32, number as u128 + 1), next);
        }
        self.assume(t.and(&fine), AssumeReason::Premise, span);
        self.assign(variable, next, span);
    }

    /// Whether what a waypoint says is done here; refused if it cannot be said.
    fn done(&mut self, passing: &Passing, seen: Option<Seen<'_>>) -> Option<TermId> {
        let t = self.terms.clone();
        let done = match (passing, seen) {
            (Passing::Holds(expr), _) => self.pure_condition(expr),
            (Passing::Branches(wanted), Some(Seen::Branch(branch))) => {
                Some(if *wanted == branch { t.tru() } else { t.fls() })
            }
            (Passing::Enters, _) | (Passing::Returns(None), _) => Some(t.tru()),
            (Passing::Returns(Some(bound)), Some(Seen::Value(value))) => {
                result_is(&t, bound, value)
            }
            _ => None,
        };
        if done.is_none() {
            let why = "what a waypoint says is not modelled".to_owned();
            self.lowering.outcome.refused.push(why);
        }
        done
    }

    /// Whether the property is violated here; elsewhere than at the end of a described run it is
    /// not.
    pub(super) fn violates(&mut self, kind: CheckKind, span: Option<Span>) -> bool {
        let run = self.lowering.annotations.and_then(|a| a.run.as_ref());
        let Some(run) = run.filter(|_| kind != CheckKind::Invariant) else {
            return true;
        };
        let (line, column) = run.target;
        let last = run.segments.len();
        let at = |span: Option<Span>| {
            let position = self.position(span);
            position.is_some_and(|(l, c)| l == line && column.is_none_or(|wanted| wanted == c))
        };
        if !at(span) && !at(self.statement) {
            return false;
        }
        self.lowering.outcome.target = true;
        let variable = self.segment();
        let t = self.terms.clone();
        let end = t.eq(self.symbol(variable), t.bv(32, last as u128));
        let (here, away) = (self.place_here(None), self.place_here(None));
        self.split(end, here, away, span);
        self.at = away;
        self.halt(span);
        self.at = here;
        true
    }
}

/// What happens at a place.
#[derive(Clone, Copy)]
enum Seen<'a> {
    Branch(Branch),
    Value(&'a Value),
}

/// Whether a result is so.
fn result_is(t: &TermStore, bound: &ResultBound, value: &Value) -> Option<TermId> {
    let (Shape::Scalar(scalar), [leaf]) = (&*value.shape, value.leaves.as_slice()) else {
        return None;
    };
    use Comparison::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
    if let Some(format) = FloatFormat::of(t.sort(*leaf)) {
        let number = t.fp(bound.number(format)?);
        return Some(match bound.comparison {
            Equal => t.fp_eq(*leaf, number),
            NotEqual => t.not(t.fp_eq(*leaf, number)),
            Less => t.fp_lt(*leaf, number),
            LessEqual => t.fp_le(*leaf, number),
            Greater => t.fp_lt(number, *leaf),
            GreaterEqual => t.fp_le(number, *leaf),
        });
    }
    let constant = bound.integer()?;
    let width = t.sort(*leaf).width()?;
    if matches!(scalar.class, Class::Pointer) && constant != 0 {
        return None;
    }
    let (least, most) = if scalar.signed() && width > 1 {
        (
            -1_i128 << (width - 1).min(126),
            (1_i128 << (width - 1).min(126)) - 1,
        )
    } else {
        (0, (1_i128 << width.min(126)) - 1)
    };
    if constant < least || constant > most {
        let above = constant > most;
        return Some(match bound.comparison {
            NotEqual => t.tru(),
            Less | LessEqual if above => t.tru(),
            Greater | GreaterEqual if !above => t.tru(),
            _ => t.fls(),
        });
    }
    let constant = t.bv(width, constant as u128);
    let less = |a, b| {
        if least < 0 {
            t.bv_slt(a, b)
        } else {
            t.bv_ult(a, b)
        }
    };
    Some(match bound.comparison {
        Equal => t.eq(*leaf, constant),
        NotEqual => t.ne(*leaf, constant),
        Less => less(*leaf, constant),
        LessEqual => t.not(less(constant, *leaf)),
        Greater => less(constant, *leaf),
        GreaterEqual => t.not(less(*leaf, constant)),
    })
}

/// The evaluation of an expression as a term: every path through its edges.
struct Evaluation<'a> {
    cfa: &'a Cfa,
    terms: &'a TermStore,
    program: &'a Program,
    /// Variables that were there before; they must not change.
    before: usize,
    end: LocId,
}

impl Evaluation<'_> {
    fn run(&self, start: LocId, condition: TermId) -> Option<TermId> {
        let mut open = vec![(start, Vec::new(), BTreeMap::new())];
        let mut ways = Vec::new();
        let mut paths = 0;
        while let Some((at, guards, values)) = open.pop() {
            if at == self.end {
                paths += 1;
                let mut all: Vec<TermId> = guards;
                all.push(self.in_terms_of_the_start(&values, condition));
                ways.push(self.terms.and(&all));
                continue;
            }
            if paths + open.len() > MAX_PATHS || self.cfa.location(at).kind == LocationKind::Halt {
                return None;
            }
            // What is not modelled has no edge that leaves: there the fact does not hold.
            for (_, edge) in self.cfa.outgoing(at) {
                let (mut guards, mut values) = (guards.clone(), values.clone());
                match &edge.operation {
                    Operation::Skip => {}
                    Operation::Assume { condition, .. } => {
                        guards.push(self.in_terms_of_the_start(&values, *condition));
                    }
                    Operation::Assign { target, value } if target.0 as usize >= self.before => {
                        let value = self.in_terms_of_the_start(&values, *value);
                        values.insert(*target, value);
                    }
                    _ => return None,
                }
                open.push((edge.to, guards, values));
            }
        }
        Some(self.terms.or(&ways))
    }

    fn in_terms_of_the_start(&self, values: &BTreeMap<VarId, TermId>, term: TermId) -> TermId {
        let pairs = values
            .iter()
            .map(|(v, value)| (self.program.symbol(*v), *value));
        Substitution::new(self.terms, pairs).apply(self.terms, term)
    }
}
