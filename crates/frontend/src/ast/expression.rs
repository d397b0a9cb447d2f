//! Expressions.

use super::{FunId, FunctionType, RecordId, Statement, Type, VariableId};
use invar_cfa::Span;
use std::sync::Arc;

/// An expression with its type. Implicit conversions are [`ExprKind::Cast`].
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it does.
    pub kind: ExprKind,
    /// The type of its value, or of the object it designates.
    pub ty: Type,
    /// Where it is in the source.
    pub span: Option<Span>,
}

/// The value of an integer constant in two's complement, wide enough for every C type.
pub type IntegerValue = i128;

/// What an expression does.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// An integer, character or enumeration constant.
    Integer(IntegerValue),
    /// A floating constant: the exact decimal or hexadecimal text as the parser gives it.
    Floating(Arc<str>),
    /// A string literal without its terminating zero, one entry per character.
    String(Vec<u32>),
    /// A variable.
    Variable(VariableId),
    /// A function.
    Function(FunId),
    /// A unary operator.
    Unary(UnaryOp, Box<Expr>),
    /// A binary operator without assignment; operands already converted.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `target = value` or `target op= value`; the value of the expression is the new value.
    Assign {
        /// Plain or compound.
        op: AssignOp,
        /// What is assigned.
        target: Box<Expr>,
        /// The right operand.
        value: Box<Expr>,
    },
    /// `condition ? then : otherwise`; without `then` (GNU) the condition's value is used.
    Conditional {
        /// The condition.
        condition: Box<Expr>,
        /// The value where it holds.
        then: Option<Box<Expr>>,
        /// The value elsewhere.
        otherwise: Box<Expr>,
    },
    /// A conversion, implicit or not.
    Cast(CastKind, Box<Expr>),
    /// A call. The callee is a pointer to a function, usually a decayed function name.
    Call {
        /// What is called.
        callee: Box<Expr>,
        /// The arguments, converted.
        arguments: Vec<Expr>,
    },
    /// `base.field`; `p->field` is the member of a dereference.
    Member {
        /// The struct or union.
        base: Box<Expr>,
        /// Its type.
        record: RecordId,
        /// Position of the member.
        field: u32,
    },
    /// `base[index]`, where `base` is a pointer (usually a decayed array).
    Index {
        /// The pointer.
        base: Box<Expr>,
        /// The integer.
        index: Box<Expr>,
    },
    /// A braced initialiser.
    Initialiser(Initialiser),
    /// Zero of its type, inside an initialiser.
    ZeroInitialiser,
    /// `(T){...}`.
    CompoundLiteral(Box<Expr>),
    /// A statement expression `({ ... })`; its value is that of the last statement.
    Statement(Box<Statement>),
    /// `sizeof` of a type.
    SizeOf(Type),
    /// `_Alignof` of a type.
    AlignOf(Type),
    /// What `<stdarg.h>` does with the arguments after the declared parameters.
    Variadic {
        /// Which of its operations.
        op: VariadicOp,
        /// The list: a pointer to its state (64 bit), or a designator of the list itself (32 bit).
        list: Box<Expr>,
        /// The list that [`VariadicOp::Copy`] copies, in the same form.
        source: Option<Box<Expr>>,
    },
    /// Something that is not represented, by name.
    Unsupported(String),
}

/// A braced initialiser with every designator resolved.
#[derive(Clone, Debug)]
pub enum Initialiser {
    /// Elements of an array from the first on; the rest is zero, or `filler`.
    Array(Vec<Expr>),
    /// One expression per member of a struct, in order; missing ones are zero.
    Struct(Vec<Expr>),
    /// The member of a union that is initialised.
    Union(u32, Box<Expr>),
    /// Braces around a scalar.
    Scalar(Box<Expr>),
    /// A union without an initialised member, or an empty list: zero.
    Empty,
}

/// Operations on a `va_list`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VariadicOp {
    /// `va_start`: the list is at the first argument after the parameters. No value.
    Start,
    /// `va_arg`: the next argument, of the expression's type.
    Argument,
    /// `va_copy`: the list is where another one is. No value.
    Copy,
    /// `va_end`: the list is not used any more. No value.
    End,
}

/// Unary operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the operators of C")]
pub enum UnaryOp {
    Plus,
    Minus,
    BitNot,
    LogicalNot,
    AddressOf,
    Dereference,
    PreIncrement,
    PreDecrement,
    PostIncrement,
    PostDecrement,
}

/// Binary operators that do not assign.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the operators of C")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    BitAnd,
    BitOr,
    BitXor,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    Equal,
    NotEqual,
    LogicalAnd,
    LogicalOr,
    Comma,
}

impl UnaryOp {
    /// Whether it is an increment or a decrement.
    pub fn changes_operand(self) -> bool {
        matches!(
            self,
            UnaryOp::PreIncrement
                | UnaryOp::PreDecrement
                | UnaryOp::PostIncrement
                | UnaryOp::PostDecrement
        )
    }
}

impl BinaryOp {
    /// Whether it compares.
    pub fn is_comparison(self) -> bool {
        matches!(
            self,
            BinaryOp::Less
                | BinaryOp::Greater
                | BinaryOp::LessEqual
                | BinaryOp::GreaterEqual
                | BinaryOp::Equal
                | BinaryOp::NotEqual
        )
    }
}

/// Plain or compound assignment.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum AssignOp {
    /// `=`.
    Plain,
    /// `op=`: the target is converted to `left`, the operator is computed in `result`, and the
    /// result is converted back to the target's type.
    Compound {
        /// The operator.
        op: BinaryOp,
        /// The type of the left operand of the computation.
        left: Type,
        /// The type of the computation's result.
        result: Type,
    },
}

/// Conversions.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "named after what is converted to what")]
pub enum CastKind {
    /// Reads the designated object.
    LValueToRValue,
    /// Changes nothing (qualifiers).
    NoOp,
    /// Designates the same object, which is read as a volatile one.
    Volatile,
    /// Discards the value.
    ToVoid,
    /// Between integer types, by the rules of C.
    IntegralCast,
    /// Between integer types, because the text says so.
    WrittenIntegralCast,
    IntegralToBoolean,
    ArrayToPointer,
    FunctionToPointer,
    NullToPointer,
    BitCast,
    IntegralToPointer,
    PointerToIntegral,
    PointerToBoolean,
    FloatingCast,
    IntegralToFloating,
    FloatingToIntegral,
    FloatingToBoolean,
    /// Any other, by name.
    Other(String),
}

impl Expr {
    /// The function that is called, where this is the called expression and names one.
    pub fn direct_callee(&self) -> Option<FunId> {
        match &self.kind {
            ExprKind::Function(function) => Some(*function),
            ExprKind::Cast(
                CastKind::FunctionToPointer | CastKind::NoOp | CastKind::LValueToRValue,
                inner,
            )
            | ExprKind::Unary(UnaryOp::Dereference | UnaryOp::AddressOf, inner) => {
                inner.direct_callee()
            }
            _ => None,
        }
    }

    /// Calls another function of the same type, where one is called directly.
    pub fn set_direct_callee(&mut self, function: FunId) {
        match &mut self.kind {
            ExprKind::Function(called) => *called = function,
            ExprKind::Cast(_, inner) | ExprKind::Unary(_, inner) => {
                inner.set_direct_callee(function);
            }
            _ => {}
        }
    }

    /// The expressions directly inside, apart from those of inner statements and of types.
    pub fn parts(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Unary(_, inner)
            | ExprKind::Cast(_, inner)
            | ExprKind::CompoundLiteral(inner)
            | ExprKind::Member { base: inner, .. } => vec![inner],
            ExprKind::Binary(_, left, right)
            | ExprKind::Assign {
                target: left,
                value: right,
                ..
            }
            | ExprKind::Index {
                base: left,
                index: right,
            } => vec![left, right],
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => {
                let then = then.iter().map(|then| &**then);
                [&**condition]
                    .into_iter()
                    .chain(then)
                    .chain([&**otherwise])
                    .collect()
            }
            ExprKind::Call { callee, arguments } => {
                [&**callee].into_iter().chain(arguments).collect()
            }
            ExprKind::Initialiser(list) => list.parts(),
            ExprKind::Variadic { list, source, .. } => {
                let source = source.iter().map(|source| &**source);
                [&**list].into_iter().chain(source).collect()
            }
            ExprKind::Integer(_)
            | ExprKind::Floating(_)
            | ExprKind::String(_)
            | ExprKind::Variable(_)
            | ExprKind::Function(_)
            | ExprKind::ZeroInitialiser
            | ExprKind::Statement(_)
            | ExprKind::SizeOf(_)
            | ExprKind::AlignOf(_)
            | ExprKind::Unsupported(_) => Vec::new(),
        }
    }

    /// Whether an expression designates an object whose reads are those of a volatile one.
    pub fn is_volatile(&self) -> bool {
        matches!(self.kind, ExprKind::Cast(CastKind::Volatile, _))
    }

    /// The expression without the mark of volatile reads.
    pub fn unmarked(&self) -> &Expr {
        match &self.kind {
            ExprKind::Cast(CastKind::Volatile, object) => object.unmarked(),
            _ => self,
        }
    }

    /// The object that the expression itself changes, apart from its parts and from what it calls.
    pub fn changed(&self) -> Option<&Expr> {
        match &self.kind {
            ExprKind::Assign { target, .. } => Some(target),
            ExprKind::Unary(op, operand) if op.changes_operand() => Some(operand),
            _ => None,
        }
    }

    /// The function type that a callee's pointer type points to.
    pub fn callee_type(&self) -> Option<&FunctionType> {
        match &self.ty {
            Type::Pointer(target) => match &**target {
                Type::Function(function) => Some(function),
                _ => None,
            },
            Type::Function(function) => Some(function),
            _ => None,
        }
    }
}
