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
use crate::models::{has_allocator, is_model};
use std::collections::BTreeMap;

/// Checks that a stream can be used, before functions that write to streams.
const USES_STREAM: &str = "__invar_help_stream";
/// Says that output may fail.
const MAY_FAIL: &str = "__invar_help_zero_or_failure";
/// Where `errno` is, as the library says it and as its model does.
const ERROR_PLACES: [&str; 2] = ["__errno_location", "__invar_model___errno_location"];

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
    errors: Errors,
    reads_output: (FunId, FunctionType),
}

/// Whether the program looks at `errno`.
enum Errors {
    Unread,
    /// It does; the function that may fail and say so there, if it is there.
    Read(Option<(FunId, FunctionType)>),
}

/// Whether some function of the program looks at `errno`.
fn reads_errors(unit: &Unit) -> bool {
    let is_error_place = |callee: &Expr| {
        let function = callee.direct_callee().map(|id| unit.function(id));
        function.is_some_and(|function| ERROR_PLACES.contains(&&*function.name))
    };
    let own = (unit.functions.iter()).filter(|function| !is_model(unit, function.span));
    let mut bodies = own.filter_map(|function| function.body.as_ref());
    bodies.any(|body| {
        unit.any_expression(body, &mut |expr| match &expr.kind {
            ExprKind::Call { callee, .. } => is_error_place(callee),
            _ => false,
        })
    })
}

impl Functions {
    /// Those of a unit; `None` if it prints nothing, or output matters.
    pub(super) fn find(unit: &mut Unit) -> Option<Functions> {
        let mut printers = BTreeMap::new();
        let mut uses_stream = None;
        let mut may_fail = None;
        for (number, function) in unit.functions.iter().enumerate() {
            let id = FunId(number as u32);
            if &*function.name == USES_STREAM {
                uses_stream = Some((id, function.ty.clone()));
            }
            if &*function.name == MAY_FAIL {
                may_fail = Some((id, function.ty.clone()));
            }
            let is_own = function.body.is_some() && !is_model(unit, function.span);
            let is_library = matches!(standing(function), Standing::Library | Standing::Compiler);
            if is_library && !is_own {
                match function.name.trim_start_matches("__builtin_") {
                    "printf" => printers.insert(id, 0),
                    "fprintf" => printers.insert(id, 1),
                    _ => None,
                };
            }
        }
        // With an allocator of its own the program sees that streams have buffers.
        if printers.is_empty() || has_allocator(unit) {
            return None;
        }
        let errors = if reads_errors(unit) {
            Errors::Read(may_fail)
        } else {
            Errors::Unread
        };
        Some(Functions {
            printers,
            uses_stream,
            errors,
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
        // What the function does comes after all arguments are evaluated.
        let mut readings = Vec::new();
        if let [stream] = &arguments[..format] {
            let (function, ty) = self.functions.uses_stream.as_ref()?;
            let kept = self.locals.variable(at, "$stream", &pointer(Type::Void));
            let stream = at.cast(CastKind::BitCast, stream.clone(), pointer(Type::Void));
            effects.push(at.assign(kept.clone(), stream));
            let callee = at.function(*function, ty);
            readings.push(at.call(callee, vec![at.read(kept)], Type::Void));
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
                    readings.extend(self.text(at, text, limit, &mut effects)?);
                }
                Conversion::Width => return None,
            }
        }
        effects.extend(given.cloned());
        effects.extend(readings);
        if let Errors::Read(may_fail) = &self.functions.errors {
            let (function, ty) = may_fail.as_ref()?;
            effects.push(at.call(at.function(*function, ty), Vec::new(), int()));
        }
        let nothing = at.cast(CastKind::ToVoid, at.number(0), Type::Void);
        let effects = effects.into_iter().rev();
        Some(effects.fold(nothing, |rest, effect| at.sequence(effect, rest)))
    }

    /// A string is read, as far as the limit: what does so, if it has to be done; its address and the limit are kept by
    /// `effects`.
    fn text(
        &mut self,
        at: At,
        text: &Expr,
        limit: Option<Expr>,
        effects: &mut Vec<Expr>,
    ) -> Option<Option<Expr>> {
        let Type::Pointer(_) = text.ty else {
            return None;
        };
        if limit.as_ref().is_some_and(|limit| limit.ty != int()) {
            return None;
        }
        if literal(text).is_some() && limit.is_none() {
            return Some(None);
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
            // A negative limit is none: it stays.
            let counts = at.binary(
                BinaryOp::Greater,
                at.read(rest.clone()),
                at.number(0),
                int(),
            );
            let less = at.binary(BinaryOp::Sub, at.read(rest.clone()), counts, int());
            let count = at.assign(rest.clone(), less);
            (at.assign(rest, limit), there, count)
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
        Some(Some(at.statements(vec![reading, last], int())))
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
