//! Statements.

use super::{Expr, IntegerValue, VariableId};
use invar_cfa::Span;
use std::sync::Arc;

/// Name of a label, unique in its unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LabelId(pub u32);

/// The values of a `case` label, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CaseRange {
    /// The smallest value.
    pub low: IntegerValue,
    /// The largest value.
    pub high: IntegerValue,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// Where it is in the source: the first character of its keyword.
    pub span: Option<Span>,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// `;`
    Empty,
    /// `{ ... }`
    Compound(Vec<Statement>),
    /// Declarations of variables; initialisers are in the declarations.
    Declare(Vec<VariableId>),
    /// An expression for its effect.
    Expression(Expr),
    /// `if`
    If {
        /// The condition, a scalar.
        condition: Expr,
        /// Taken where it is not zero.
        then: Box<Statement>,
        /// Taken elsewhere.
        otherwise: Option<Box<Statement>>,
    },
    /// `while`
    While {
        /// The condition.
        condition: Expr,
        /// The body.
        body: Box<Statement>,
    },
    /// `do ... while`
    DoWhile {
        /// The body.
        body: Box<Statement>,
        /// The condition.
        condition: Expr,
    },
    /// `for`
    For {
        /// A declaration or an expression.
        initial: Option<Box<Statement>>,
        /// The condition; true if absent.
        condition: Option<Expr>,
        /// After each round.
        step: Option<Expr>,
        /// The body.
        body: Box<Statement>,
    },
    /// `switch`; the cases are somewhere in the body.
    Switch {
        /// What is compared.
        condition: Expr,
        /// The body.
        body: Box<Statement>,
    },
    /// `case`
    Case(CaseRange, Box<Statement>),
    /// `default`
    Default(Box<Statement>),
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `goto`
    Goto(LabelId),
    /// A label with the statement after it.
    Label(LabelId, Box<Statement>),
    /// `return`
    Return(Option<Expr>),
    /// Inline assembler that does not jump: the inputs are evaluated, then every output may hold
    /// any value of its type, and with `clobbers_memory` every object whose address is known
    /// elsewhere too.
    Assembler {
        /// What is written, as designators of objects.
        outputs: Vec<Expr>,
        /// What is read: values, or designators of objects (constraint `m`).
        inputs: Vec<Expr>,
        /// Whether `memory` is among the clobbers.
        clobbers_memory: bool,
        /// The instructions as written.
        template: Arc<str>,
    },
    /// Something that is not represented, by name.
    Unsupported(String),
}

impl StatementKind {
    /// The expressions that are evaluated here, apart from those of inner statements and of
    /// declarations.
    pub fn expressions(&self) -> Vec<&Expr> {
        match self {
            StatementKind::Expression(expr) => vec![expr],
            StatementKind::If { condition, .. }
            | StatementKind::While { condition, .. }
            | StatementKind::DoWhile { condition, .. }
            | StatementKind::Switch { condition, .. } => vec![condition],
            StatementKind::For {
                condition, step, ..
            } => condition.iter().chain(step).collect(),
            StatementKind::Return(value) => value.iter().collect(),
            StatementKind::Assembler {
                outputs, inputs, ..
            } => outputs.iter().chain(inputs).collect(),
            StatementKind::Empty
            | StatementKind::Compound(_)
            | StatementKind::Declare(_)
            | StatementKind::Case(..)
            | StatementKind::Default(_)
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Goto(_)
            | StatementKind::Label(..)
            | StatementKind::Unsupported(_) => Vec::new(),
        }
    }

    /// The statements inside.
    pub fn statements(&self) -> Vec<&Statement> {
        match self {
            StatementKind::Compound(list) => list.iter().collect(),
            StatementKind::If {
                then, otherwise, ..
            } => [Some(then), otherwise.as_ref()]
                .into_iter()
                .flatten()
                .map(|statement| &**statement)
                .collect(),
            StatementKind::While { body, .. }
            | StatementKind::DoWhile { body, .. }
            | StatementKind::Switch { body, .. }
            | StatementKind::Case(_, body)
            | StatementKind::Default(body)
            | StatementKind::Label(_, body) => vec![&**body],
            StatementKind::For { initial, body, .. } => [initial.as_ref(), Some(body)]
                .into_iter()
                .flatten()
                .map(|statement| &**statement)
                .collect(),
            StatementKind::Empty
            | StatementKind::Declare(_)
            | StatementKind::Expression(_)
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Goto(_)
            | StatementKind::Return(_)
            | StatementKind::Assembler { .. }
            | StatementKind::Unsupported(_) => Vec::new(),
        }
    }
}
