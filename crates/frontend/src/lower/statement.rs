//! Statements.

use super::body::{Body, Lowered};
use super::notes::first_statement;
use super::place::Place;
use super::returned::Returned;
use super::shape::{Shape, Storage};
use super::state::LabelScopes;
use crate::ast::{Expr, Statement, StatementKind};
use crate::facts::Branch;
use invar_cfa::{HavocOrigin, LocId, LoopShape, Span};

impl Body<'_, '_> {
    /// The body of a function from its entry on.
    pub fn function_body(&mut self, body: &Statement) {
        self.label_scopes = LabelScopes::of(body);
        self.may_fall_off = self.may_fall_off(body);
        if self.lowering.follows_lifetimes() {
            self.leave = Some(self.place_here(None));
        }
        self.statement(body);
        // Falling off the end leaves the result open.
        let result = self.lowering.result_of(self.function);
        self.note_return(Returned::Nothing, body.span);
        self.havoc_all(&result, &HavocOrigin::Uninitialised, body.span);
        if let Some(leave) = self.leave {
            self.join(leave, body.span);
            self.end_activation(body.span);
        }
    }

    /// Lowers a statement. What cannot be lowered leads into its own location; the automaton
    /// then goes on after the statement, unreachable from there.
    pub fn statement(&mut self, statement: &Statement) {
        let _ = self.try_statement(statement);
    }

    fn try_statement(&mut self, statement: &Statement) -> Lowered<()> {
        let span = statement.span;
        self.statement = span;
        // A block begins where nothing is said; what jumps lead to is passed after the label.
        if !matches!(
            statement.kind,
            StatementKind::Compound(_)
                | StatementKind::Label(..)
                | StatementKind::Case(..)
                | StatementKind::Default(_)
        ) {
            self.before_statement(span);
        }
        match &statement.kind {
            StatementKind::Empty => {}
            StatementKind::Compound(list) => {
                self.open_block(statement);
                self.note_declarations(list);
                list.iter().for_each(|s| self.statement(s));
                self.close_block(span);
            }
            StatementKind::Declare(variables) => {
                // All are in scope even if one cannot be initialised.
                self.scope.extend(variables);
                for variable in variables {
                    self.declare(*variable)?;
                }
            }
            StatementKind::Expression(expr) => {
                self.full_expression(expr)?;
                self.effects(expr)?;
            }
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => self.if_statement(condition, then, otherwise.as_deref(), span),
            StatementKind::While { condition, body } => self.while_statement(condition, body, span),
            StatementKind::DoWhile { body, condition } => self.do_statement(body, condition, span),
            StatementKind::For {
                initial,
                condition,
                step,
                body,
            } => {
                self.open_block(statement);
                if let Some(initial) = initial {
                    self.statement(initial);
                }
                self.for_statement(condition.as_ref(), step.as_ref(), body, span);
                self.close_block(span);
            }
            StatementKind::Switch { condition, body } => {
                self.switch_statement(condition, body, span)?
            }
            StatementKind::Case(range, body) => {
                self.case(*range, span);
                self.before_statement(span);
                self.statement(body);
            }
            StatementKind::Default(body) => {
                self.default(span);
                self.before_statement(span);
                self.statement(body);
            }
            StatementKind::Break => match self.breaks.last().copied() {
                Some((target, depth)) => self.jump_out(target, depth, span),
                None => return self.unsupported("break outside a loop", span),
            },
            StatementKind::Continue => match self.continues.last().copied() {
                Some((target, depth)) => self.jump_out(target, depth, span),
                None => return self.unsupported("continue outside a loop", span),
            },
            StatementKind::Goto(label) => self.goto_statement(*label, span)?,
            StatementKind::Label(label, body) => {
                let location = self.label(*label, span);
                self.join(location, span);
                self.note_loop(span, LoopShape::Label);
                self.before_statement(span);
                self.statement(body);
            }
            StatementKind::Return(value) => self.return_statement(value.as_ref(), span)?,
            StatementKind::Unsupported(construct) => return self.unsupported(construct, span),
            StatementKind::Assembler {
                outputs,
                inputs,
                clobbers_memory,
                ..
            } => {
                if *clobbers_memory {
                    self.written_by_assembler(outputs, inputs, span)?;
                }
                self.assembler(outputs, inputs, span)?;
            }
        }
        Ok(())
    }

    fn if_statement(
        &mut self,
        condition: &Expr,
        then: &Statement,
        otherwise: Option<&Statement>,
        span: Option<Span>,
    ) {
        let (yes, no, end) = (
            self.place_here(then.span),
            self.place_here(span),
            self.place_here(None),
        );
        // A condition that cannot be lowered leads nowhere, but labels inside stay reachable.
        let _ = self.tested(condition, yes, no);
        self.at = yes;
        self.branched(span, Branch::True);
        self.statement(then);
        self.go(end, span);
        self.at = no;
        self.branched(span, Branch::False);
        if let Some(otherwise) = otherwise {
            self.statement(otherwise);
        }
        self.join(end, span);
    }

    /// Branches on a condition that is a full expression.
    fn tested(&mut self, condition: &Expr, yes: LocId, no: LocId) -> Lowered<()> {
        self.full_expression(condition)?;
        self.branch(condition, yes, no)
    }

    fn while_statement(&mut self, condition: &Expr, body: &Statement, span: Option<Span>) {
        let (head, inside, end) = (
            self.place_here(span),
            self.place_here(body.span),
            self.place_here(None),
        );
        self.join(head, span);
        self.note_loop(span, LoopShape::Condition);
        self.check_loop_facts(span);
        let _ = self.tested(condition, inside, end);
        self.at = inside;
        self.branched(span, Branch::True);
        self.loop_body(body, head, end);
        self.go(head, span);
        self.at = end;
        self.branched(span, Branch::False);
    }

    fn do_statement(&mut self, body: &Statement, condition: &Expr, span: Option<Span>) {
        let (head, test, end) = (
            self.place_here(span),
            self.place_here(condition.span),
            self.place_here(None),
        );
        self.join(head, span);
        self.note_loop(span, LoopShape::Body(first_statement(body)));
        self.loop_body(body, test, end);
        self.join(test, condition.span);
        self.check_loop_facts(span);
        // A place of its own for what is said about going on.
        let again = match self.lowering.annotations {
            Some(_) => self.place_here(None),
            None => head,
        };
        let _ = self.tested(condition, again, end);
        if again != head {
            self.at = again;
            self.branched(span, Branch::True);
            self.go(head, span);
        }
        self.at = end;
        self.branched(span, Branch::False);
    }

    fn for_statement(
        &mut self,
        condition: Option<&Expr>,
        step: Option<&Expr>,
        body: &Statement,
        span: Option<Span>,
    ) {
        let (head, inside) = (self.place_here(span), self.place_here(body.span));
        // Only the head is at the keyword: facts about it are told there.
        let (next, end) = (self.place_here(None), self.place_here(None));
        self.join(head, span);
        self.note_loop(span, LoopShape::Condition);
        self.check_loop_facts(span);
        match condition {
            Some(condition) => {
                let _ = self.tested(condition, inside, end);
            }
            None => self.go(inside, span),
        }
        self.at = inside;
        self.branched(span, Branch::True);
        self.loop_body(body, next, end);
        self.join(next, span);
        if let Some(step) = step {
            let _ = self.full_expression(step);
            let _ = self.effects(step);
        }
        self.go(head, span);
        self.at = end;
        self.branched(span, Branch::False);
    }

    fn loop_body(&mut self, body: &Statement, next: invar_cfa::LocId, end: invar_cfa::LocId) {
        let depth = self.scope.len();
        self.continues.push((next, depth));
        self.breaks.push((end, depth));
        self.statement(body);
        self.continues.pop();
        self.breaks.pop();
    }

    fn return_statement(&mut self, value: Option<&Expr>, span: Option<Span>) -> Lowered<()> {
        let result: Storage = self.lowering.result_of(self.function);
        if let Some(value) = value {
            self.full_expression(value)?;
            match &*result.shape {
                Shape::Scalar(_) => {
                    let (value, _) = self.scalar(value)?;
                    self.write_scalar(&Place::of(&result), value, span)?;
                }
                _ if result.leaves.is_empty() => self.effects(value)?,
                _ => {
                    let value = self.value(value)?;
                    self.write(&Place::of(&result), &value, span)?;
                }
            }
            self.note_return(Returned::Value, span);
        } else {
            self.note_return(Returned::Nothing, span);
            self.havoc_all(&result, &HavocOrigin::Uninitialised, span);
        }
        let exit = self.leave.unwrap_or(self.cfa.exit);
        self.go(exit, span);
        Ok(())
    }
}
