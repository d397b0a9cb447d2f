//! Statements.

use super::convert::Converter;
use super::node::Node;
use crate::ast::{CaseRange, Expr, Statement, StatementKind};

impl Converter {
    /// A statement of any kind, expressions included.
    pub(super) fn statement(&mut self, node: &Node) -> Statement {
        let kind = self.statement_kind(node);
        Statement {
            kind,
            span: node.begin,
        }
    }

    fn statement_kind(&mut self, node: &Node) -> StatementKind {
        match (&*node.kind, node.inner.as_slice()) {
            ("" | "NullStmt", _) => StatementKind::Empty,
            ("CompoundStmt", children) => {
                self.names.enter();
                let body = children.iter().map(|child| self.statement(child)).collect();
                self.names.leave();
                StatementKind::Compound(body)
            }
            ("DeclStmt", children) => self.declare(children),
            ("IfStmt", [condition, then, otherwise @ ..]) if otherwise.len() <= 1 => {
                StatementKind::If {
                    condition: self.condition(condition),
                    then: self.boxed_statement(then),
                    otherwise: otherwise.first().map(|other| self.boxed_statement(other)),
                }
            }
            ("WhileStmt", [condition, body]) => StatementKind::While {
                condition: self.condition(condition),
                body: self.boxed_statement(body),
            },
            ("DoStmt", [body, condition]) => StatementKind::DoWhile {
                body: self.boxed_statement(body),
                condition: self.condition(condition),
            },
            // The second child is a condition's declaration, which C does not have.
            ("ForStmt", [initial, missing, condition, step, body]) if missing.is_missing() => {
                self.names.enter();
                let kind = StatementKind::For {
                    initial: present(initial).map(|initial| self.boxed_statement(initial)),
                    condition: present(condition).map(|condition| self.condition(condition)),
                    step: present(step).map(|step| self.expression(step)),
                    body: self.boxed_statement(body),
                };
                self.names.leave();
                kind
            }
            ("SwitchStmt", [condition, body]) => self.switch(condition, body),
            ("CaseStmt", [low, high, body]) if node.flags.range => self.case(low, high, body),
            ("CaseStmt", [value, body]) => self.case(value, value, body),
            ("DefaultStmt", [body]) => StatementKind::Default(self.boxed_statement(body)),
            ("BreakStmt", _) => StatementKind::Break,
            ("ContinueStmt", _) => StatementKind::Continue,
            ("GotoStmt", _) => StatementKind::Goto(self.label(node.link)),
            ("LabelStmt", [body]) => {
                let label = self.label(node.link);
                StatementKind::Label(label, self.boxed_statement(body))
            }
            ("ReturnStmt", []) => StatementKind::Return(None),
            ("ReturnStmt", [value]) => StatementKind::Return(Some(self.expression(value))),
            ("AttributedStmt", [.., statement]) => self.statement_kind(statement),
            ("GCCAsmStmt", _) => self.assembler(node),
            ("MSAsmStmt", _) => StatementKind::Unsupported("inline assembler".to_owned()),
            ("IndirectGotoStmt", [target]) => self.computed_goto(node, target),
            (kind, _) if kind.ends_with("Stmt") => StatementKind::Unsupported(kind.to_owned()),
            _ => StatementKind::Expression(self.expression(node)),
        }
    }

    /// A condition; that of a complex number is whether it differs from zero.
    fn condition(&mut self, node: &Node) -> Expr {
        let condition = self.expression(node);
        self.truth(condition)
    }

    fn boxed_statement(&mut self, node: &Node) -> Box<Statement> {
        Box::new(self.statement(node))
    }

    fn declare(&mut self, children: &[Node]) -> StatementKind {
        let mut declared = Vec::new();
        let mut refusal = None;
        for child in children {
            if child.has_attribute(&["CleanupAttr"]) {
                refusal = Some((child, "cleanup attribute"));
            }
            let variable = self.declaration(child);
            // Lengths are evaluated before what is declared with them.
            declared.extend(self.lengths.take_waiting());
            if self.lengths.take_failure() {
                refusal = Some((child, "array length that is not understood"));
            }
            declared.extend(variable);
        }
        let kind = StatementKind::Declare(declared);
        match refusal {
            // What runs here, or at the end of the scope, is not represented.
            Some((child, what)) => {
                let refusal = StatementKind::Unsupported(what.to_owned());
                let span = child.location;
                let statements = [kind, refusal].map(|kind| Statement { kind, span });
                StatementKind::Compound(statements.into())
            }
            None => kind,
        }
    }

    fn switch(&mut self, condition: &Node, body: &Node) -> StatementKind {
        let condition = self.expression(condition);
        let outer = std::mem::take(&mut self.broken_switch);
        let body = self.boxed_statement(body);
        if std::mem::replace(&mut self.broken_switch, outer) {
            StatementKind::Unsupported("case label that is not a known constant".to_owned())
        } else {
            StatementKind::Switch { condition, body }
        }
    }

    fn case(&mut self, low: &Node, high: &Node, body: &Node) -> StatementKind {
        let low = self.expression(low);
        let high = self.expression(high);
        let range = self.case_range(&low, &high);
        let body = self.boxed_statement(body);
        match range {
            Some(range) => StatementKind::Case(range, body),
            None => {
                self.broken_switch = true;
                body.kind
            }
        }
    }

    fn case_range(&self, low: &Expr, high: &Expr) -> Option<CaseRange> {
        Some(CaseRange {
            low: self.evaluate(low)?,
            high: self.evaluate(high)?,
        })
    }
}

/// The child, if it is there.
fn present(node: &Node) -> Option<&Node> {
    (!node.is_missing()).then_some(node)
}
