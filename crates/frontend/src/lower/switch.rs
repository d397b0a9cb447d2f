//! `switch`: the body first, then one comparison per case in front of it.

use super::body::{Body, Lowered, SwitchContext};
use crate::ast::{CaseRange, Expr, Statement};
use invar_cfa::Span;
use invar_term::TermId;

impl Body<'_, '_> {
    pub(super) fn switch_statement(
        &mut self,
        condition: &Expr,
        body: &Statement,
        span: Option<Span>,
    ) -> Lowered<()> {
        let _ = self.full_expression(condition);
        let compared = self.scalar(condition);
        let compared = compared.map(|value| self.as_number(value, condition));
        let start = self.at;
        let end = self.place_here(None);
        self.at = self.place_here(body.span);
        self.switches.push(SwitchContext {
            cases: Vec::new(),
            default: None,
        });
        self.breaks.push((end, self.scope.len()));
        self.statement(body);
        self.breaks.pop();
        self.go(end, span);
        if let Some(context) = self.switches.pop() {
            self.at = start;
            if let Ok((value, scalar)) = compared {
                for (range, target, scope) in context.cases {
                    let (entered, next) = (self.place_here(span), self.place_here(span));
                    let matches = self.in_range(value, range, scalar.width, scalar.signed());
                    self.split(matches, entered, next, span);
                    self.at = entered;
                    self.enter_scope(&scope, span);
                    self.go(target, span);
                    self.at = next;
                }
            }
            let (target, scope) = context.default.unwrap_or((end, Vec::new()));
            self.enter_scope(&scope, span);
            self.go(target, span);
        }
        self.at = end;
        Ok(())
    }

    /// Whether the compared value is in the range of a case label. Labels are converted to the
    /// type of the compared value.
    fn in_range(&self, value: TermId, range: CaseRange, width: u32, signed: bool) -> TermId {
        let t = &self.terms;
        let (low, high) = (
            t.bv_signed(width, range.low),
            t.bv_signed(width, range.high),
        );
        if range.low == range.high {
            return t.eq(value, low);
        }
        if signed {
            t.and(&[t.bv_sle(low, value), t.bv_sle(value, high)])
        } else {
            t.and(&[t.bv_ule(low, value), t.bv_ule(value, high)])
        }
    }

    pub(super) fn case(&mut self, range: CaseRange, span: Option<Span>) {
        let location = self.place_here(span);
        self.join(location, span);
        let scope = self.scope.clone();
        if let Some(context) = self.switches.last_mut() {
            context.cases.push((range, location, scope));
        }
    }

    pub(super) fn default(&mut self, span: Option<Span>) {
        let location = self.place_here(span);
        self.join(location, span);
        let scope = self.scope.clone();
        if let Some(context) = self.switches.last_mut() {
            context.default = Some((location, scope));
        }
    }
}
