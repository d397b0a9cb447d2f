//! Formatted output whose result is not used: the arguments are evaluated, and strings are read where that
//! matters. What is printed is not made up, unless it is shown.

use super::build::{At, Locals, int, intrinsic, pointer};
use super::format::{Conversion, Length, conversions};
use super::known_formats;
use super::walk::{self, Visitor};
use crate::ast::{
    BinaryOp, CastKind, Expr, ExprKind, FunId, FunctionType, Statement, StatementKind, Type, Unit,
};
use crate::library::{READS_OUTPUT, Standing, standing};
use std::collections::BTreeMap;

/// Checks that a stream can be used, before functions that write to streams.
const USES_STREAM: &str = "__invar_help_stream";

/// Rewrites the output of a function.
pub(super) fn rewrite(unit: &mut Unit, functions: &Functions, function: FunId) {
    known_formats::rewrite(unit, function, &|callee| functions.format(callee));
    let mut output = Output {
        functions,
        locals: Locals::new(unit, function),
    };
    walk::function(unit, function, &mut output);
    output.locals.declare(unit);
}

/// The functions that have to do with output.
pub(super) struct Functions {
    /// The position of the format among the arguments.
    printers: BTreeMap<FunId, usize>,
    uses_stream: Option<(FunId, FunctionType)>,
    reads_output: (FunId, FunctionType),
}

impl Functions {
    /// Those of a unit; `None` if it prints nothing.
    pub(super) fn find(unit: &mut Unit) -> Option<Functions> {
        let mut printers = BTreeMap::new();
        let mut uses_stream = None;
        for (number, function) in unit.functions.iter().enumerate() {
            let id = FunId(number as u32);
            if &*function.name == USES_STREAM {
                uses_stream = Some((id, function.ty.clone()));
            }
            if matches!(standing(function), Standing::Library | Standing::Compiler) {
                match function.name.trim_start_matches("__builtin_") {
                    "printf" => printers.insert(id, 0),
                    "fprintf" => printers.insert(id, 1),
                    _ => None,
                };
            }
        }
        if printers.is_empty() {
            return None;
        }
        Some(Functions {
            printers,
            uses_stream,
            reads_output: intrinsic(unit, READS_OUTPUT, int(), Vec::new()),
        })
    }
}

impl Functions {
    /// The position of the format among the arguments, if this is a function that prints.
    fn format(&self, callee: &Expr) -> Option<usize> {
        let function = super::calls::direct(callee)?;
        self.printers.get(&function).copied()
    }
}

struct Output<'f> {
    functions: &'f Functions,
    locals: Locals,
}

impl Visitor for Output<'_> {
    fn expression(&mut self, _expr: &mut Expr) {}

    fn unused(&mut self, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Binary(BinaryOp::Comma, _, right) => self.unused(right),
            ExprKind::Call { callee, arguments } => {
                if let Some(format) = self.functions.format(callee)
                    && let Some(done) = self.printed(At(expr.span), format, arguments)
                {
                    *expr = done;
                }
            }
            _ => {}
        }
    }
}

impl Output<'_> {
    /// What a call does; `None` if its format is not known, or asks for more.
    fn printed(&mut self, at: At, format: usize, arguments: &[Expr]) -> Option<Expr> {
        let text = literal(arguments.get(format)?)?;
        let conversions = conversions(text)?;
        let mut given = arguments[format + 1..].iter();
        let mut effects = Vec::new();
        if let [stream] = &arguments[..format] {
            let (function, ty) = self.functions.uses_stream.as_ref()?;
            let stream = at.cast(CastKind::BitCast, stream.clone(), pointer(Type::Void));
            let callee = at.function(*function, ty);
            effects.push(at.call(callee, vec![stream], Type::Void));
        }
        for conversion in conversions {
            let argument = given.next()?;
            match conversion {
                Conversion::Width if argument.ty == int() => effects.push(argument.clone()),
                Conversion::Value => effects.push(argument.clone()),
                Conversion::Text(length) => {
                    let limit = match length {
                        Length::Given => Some(argument.clone()),
                        Length::Constant(limit) => Some(at.number(limit)),
                        Length::Open => None,
                    };
                    let text = match length {
                        Length::Given => given.next()?,
                        _ => argument,
                    };
                    self.text(at, text, limit, &mut effects)?;
                }
                Conversion::Width => return None,
            }
        }
        effects.extend(given.cloned());
        let nothing = at.cast(CastKind::ToVoid, at.number(0), Type::Void);
        let effects = effects.into_iter().rev();
        Some(effects.fold(nothing, |rest, effect| at.sequence(effect, rest)))
    }

    /// A string is read, as far as the limit.
    fn text(
        &mut self,
        at: At,
        text: &Expr,
        limit: Option<Expr>,
        effects: &mut Vec<Expr>,
    ) -> Option<()> {
        let Type::Pointer(_) = text.ty else {
            return None;
        };
        if limit.as_ref().is_some_and(|limit| limit.ty != int()) {
            return None;
        }
        if literal(text).is_some() && limit.is_none() {
            return Some(());
        }
        let character = super::build::integer("char", 8);
        let ty = pointer(character.clone());
        let cursor = self.locals.variable(at, "$text", &ty);
        let mut condition = at.read(at.dereference(at.read(cursor.clone()), character));
        let moved = |variable: &Expr, by: i128| {
            let ty = variable.ty.clone();
            let next = at.binary(BinaryOp::Add, at.read(variable.clone()), at.number(by), ty);
            at.assign(variable.clone(), next)
        };
        let mut step = moved(&cursor, 1);
        let limit = limit.map(|limit| {
            let rest = self.locals.variable(at, "$limit", &int());
            let there = at.binary(
                BinaryOp::NotEqual,
                at.read(rest.clone()),
                at.number(0),
                int(),
            );
            (at.assign(rest.clone(), limit), there, moved(&rest, -1))
        });
        if let Some((start, there, count)) = limit {
            effects.push(start);
            condition = at.binary(BinaryOp::LogicalAnd, there, condition, int());
            step = at.sequence(count, step);
        }
        let address = at.cast(CastKind::BitCast, text.clone(), ty);
        effects.push(at.assign(cursor, address));
        let statement = |kind| Statement { kind, span: at.0 };
        let round = statement(StatementKind::While {
            condition,
            body: Box::new(statement(StatementKind::Expression(step))),
        });
        let (function, ty) = &self.functions.reads_output;
        let matters = at.call(at.function(*function, ty), Vec::new(), int());
        let reading = statement(StatementKind::If {
            condition: matters,
            then: Box::new(round),
            otherwise: None,
        });
        let last = statement(StatementKind::Expression(at.number(0)));
        effects.push(at.statements(vec![reading, last], int()));
        Some(())
    }
}

/// The text of a string literal.
pub(super) fn literal(expr: &Expr) -> Option<&[u32]> {
    match &expr.kind {
        ExprKind::String(text) => Some(text),
        ExprKind::Cast(CastKind::ArrayToPointer | CastKind::NoOp | CastKind::BitCast, inner) => {
            literal(inner)
        }
        _ => None,
    }
}
