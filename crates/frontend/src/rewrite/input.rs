//! Formatted input from streams with a literal format: each conversion becomes an assignment to its object, so that
//! objects keep their types in memory, and variables whose address goes nowhere else stay variables.

use super::build::{At, Locals, integer, pointer};
use super::output::literal;
use super::scan_format::{Directive, Start, directives};
use super::walk::{self, Visitor};
use crate::ast::has_effects;
use crate::ast::{
    AssignOp, BinaryOp, CastKind, Expr, ExprKind, FloatKind, FunId, FunctionType, Type, UnaryOp,
    Unit,
};
use crate::library::{Standing, standing};
use crate::models::{INPUT_ENDS, is_model};
use invar_cfa::DataModel;
use std::collections::BTreeMap;

/// Rewrites the formatted input of all functions.
pub(super) fn rewrite(unit: &mut Unit, data_model: DataModel) {
    let Some(functions) = Functions::find(unit) else {
        return;
    };
    for number in 0..unit.functions.len() {
        let function = FunId(number as u32);
        if is_model(unit, unit.function(function).span) {
            continue;
        }
        let mut input = Input {
            functions: &functions,
            data_model,
            volatile: unit.variables.iter().map(|v| v.volatile).collect(),
            locals: Locals::new(unit, function),
        };
        walk::function(unit, function, &mut input);
        input.locals.declare(unit);
    }
}

/// A function of the models.
type Helper = (FunId, FunctionType);

/// The functions that have to do with input.
struct Functions {
    /// The position of the format among the arguments.
    scanners: BTreeMap<FunId, usize>,
    uses_stream: Option<Helper>,
    ends: Helper,
    scanned: Helper,
    number: Helper,
    text: Helper,
    single: Helper,
    double: Helper,
}

impl Functions {
    /// Those of a unit; `None` if it has no model of formatted input.
    fn find(unit: &Unit) -> Option<Functions> {
        let helper = |name: &str| {
            let number = unit.functions.iter().position(|f| &*f.name == name)?;
            Some((FunId(number as u32), unit.functions[number].ty.clone()))
        };
        let functions = unit.functions.iter().enumerate();
        let scanners = functions.filter_map(|(number, function)| {
            let is_modelled = function.body.is_some() && is_model(unit, function.span);
            let format = match &*function.name {
                "scanf" | "__isoc99_scanf" => 0,
                "fscanf" | "__isoc99_fscanf" => 1,
                _ => return None,
            };
            let is_library = standing(function) == Standing::Library;
            (is_modelled && is_library).then_some((FunId(number as u32), format))
        });
        Some(Functions {
            scanners: scanners.collect(),
            uses_stream: helper("__invar_help_stream"),
            ends: helper(INPUT_ENDS)?,
            scanned: helper("__invar_help_scanned")?,
            number: helper("__invar_help_scan_any")?,
            text: helper("__invar_help_scan_text")?,
            single: helper("__invar_help_scan_single")?,
            double: helper("__invar_help_scan_double")?,
        })
    }
}

struct Input<'f> {
    functions: &'f Functions,
    data_model: DataModel,
    /// By the number of a variable.
    volatile: Vec<bool>,
    locals: Locals,
}

impl Visitor for Input<'_> {
    fn expression(&mut self, _expr: &mut Expr) {}

    fn full_expression(&mut self, expr: &mut Expr) {
        self.ordered(expr);
    }
}

impl Input<'_> {
    /// Rewrites the calls of an expression that nothing else in it is unsequenced with: assignments are not sequenced as
    /// calls are.
    fn ordered(&mut self, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Call { callee, arguments } => {
                let function = super::calls::direct(callee);
                let format = function.and_then(|f| self.functions.scanners.get(&f).copied());
                if let Some(format) = format
                    && let Some(done) = self.scanned(At(expr.span), format, arguments)
                {
                    *expr = done;
                }
            }
            ExprKind::Cast(_, operand) => self.ordered(operand),
            ExprKind::Unary(op, operand) if !op.changes_operand() => self.ordered(operand),
            ExprKind::Binary(
                BinaryOp::Comma | BinaryOp::LogicalAnd | BinaryOp::LogicalOr,
                left,
                right,
            ) => {
                self.ordered(left);
                self.ordered(right);
            }
            ExprKind::Binary(_, call, other) | ExprKind::Binary(_, other, call)
                if is_constant(other) =>
            {
                self.ordered(call);
            }
            ExprKind::Assign {
                op: AssignOp::Plain,
                target,
                value,
            } if matches!(target.kind, ExprKind::Variable(_)) => self.ordered(value),
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => {
                self.ordered(condition);
                if let Some(then) = then {
                    self.ordered(then);
                }
                self.ordered(otherwise);
            }
            _ => {}
        }
    }

    /// What a call does; `None` if its format is not known, or does not fit its arguments.
    fn scanned(&mut self, at: At, format: usize, arguments: &[Expr]) -> Option<Expr> {
        let directives = directives(literal(arguments.get(format)?)?)?;
        // Blanks alone meet the end of the input too.
        if directives.is_empty() || arguments.iter().any(has_effects) {
            return None;
        }
        let mut given = arguments[format + 1..].iter();
        let mut effects = Vec::new();
        // What the function does comes after all arguments are evaluated.
        let mut uses_stream = None;
        if let [stream] = &arguments[..format] {
            let helper = self.functions.uses_stream.as_ref()?;
            let kept = self.locals.variable(at, "$stream", &pointer(Type::Void));
            let stream = at.cast(CastKind::BitCast, stream.clone(), pointer(Type::Void));
            effects.push(at.assign(kept.clone(), stream));
            uses_stream = Some(call(at, helper, vec![at.read(kept)]));
        }
        let mut parts = Vec::new();
        let mut count = 0;
        for directive in directives {
            let stop = self.stop(at, count, directive);
            let store = match directive {
                Directive::Literal => None,
                _ => Some(self.store(at, directive, given.next()?, &mut effects)?),
            };
            count += i128::from(store.is_some());
            parts.push((stop, store));
        }
        effects.extend(uses_stream);
        let ended = |stop: Expr, rest: Expr| {
            let ends = call(at, &self.functions.ends, Vec::new());
            at.choice(ends, stop, rest)
        };
        let chain = parts.into_iter().rev();
        let chain = chain.fold(at.number(count), |rest, (stop, store)| match store {
            Some(store) => ended(stop, at.sequence(store, rest)),
            None => ended(stop, rest),
        });
        let effects = effects.into_iter().rev();
        Some(effects.fold(chain, |rest, effect| at.sequence(effect, rest)))
    }

    /// The result where the input does not go on as the format wants it.
    fn stop(&self, at: At, count: i128, directive: Directive) -> Expr {
        let differs = at.number(i128::from(directive.may_differ()));
        call(at, &self.functions.scanned, vec![at.number(count), differs])
    }

    /// Stores what was read where the argument points to; addresses are kept by `effects`.
    fn store(
        &mut self,
        at: At,
        directive: Directive,
        argument: &Expr,
        effects: &mut Vec<Expr>,
    ) -> Option<Expr> {
        let Type::Pointer(target) = &argument.ty else {
            return None;
        };
        let functions = self.functions;
        match (directive, &**target) {
            (Directive::Integer { kind, size, width }, Type::Int(there))
                if there.width == size.bits(self.data_model) =>
            {
                let parameters = &functions.number.1.parameters;
                let kind = at.cast(
                    CastKind::IntegralCast,
                    at.number(kind as i128),
                    parameters.first()?.clone(),
                );
                let sized = vec![kind, at.number(size.number()), at.number(width.into())];
                let any = call(at, &functions.number, sized);
                let value = at.cast(CastKind::WrittenIntegralCast, any, (**target).clone());
                Some(at.assign(self.target(at, argument, effects), value))
            }
            (
                Directive::Text {
                    kind,
                    width,
                    other,
                    start,
                },
                Type::Int(there),
            ) if there.width == 8 => {
                let character = integer("char", 8);
                let to = at.cast(
                    CastKind::BitCast,
                    argument.clone(),
                    pointer(character.clone()),
                );
                let kept = self
                    .locals
                    .variable(at, "$text", &pointer(character.clone()));
                effects.push(at.assign(kept.clone(), to));
                let kind = at.cast(CastKind::IntegralCast, at.number(kind as i128), character);
                let other = at.number(other.map_or(-1, i128::from));
                let width = at.number(width.into());
                let skipped = at.number((start == Start::NotBlank).into());
                let arguments = vec![at.read(kept), kind, width, other, skipped];
                Some(call(at, &functions.text, arguments))
            }
            (Directive::Float, Type::Float(FloatKind::Float)) => {
                let value = call(at, &functions.single, Vec::new());
                Some(at.assign(self.target(at, argument, effects), value))
            }
            (Directive::Double, Type::Float(FloatKind::Double)) => {
                let value = call(at, &functions.double, Vec::new());
                Some(at.assign(self.target(at, argument, effects), value))
            }
            _ => None,
        }
    }

    /// The object that an argument points to.
    fn target(&mut self, at: At, argument: &Expr, effects: &mut Vec<Expr>) -> Expr {
        if let ExprKind::Unary(UnaryOp::AddressOf, place) = &argument.kind
            && self.is_fixed(place)
        {
            return (**place).clone();
        }
        let kept = self.locals.variable(at, "$place", &argument.ty);
        effects.push(at.assign(kept.clone(), argument.clone()));
        let Type::Pointer(target) = &argument.ty else {
            return kept;
        };
        at.dereference(at.read(kept), (**target).clone())
    }

    /// Whether an expression designates the same object whenever it is evaluated.
    fn is_fixed(&self, place: &Expr) -> bool {
        match &place.kind {
            ExprKind::Variable(id) => !self.volatile.get(id.0 as usize).is_none_or(|v| *v),
            ExprKind::Member { base, .. } => self.is_fixed(base),
            ExprKind::Index { base, index } => {
                let is_constant = matches!(index.kind, ExprKind::Integer(_));
                let array = match &base.kind {
                    ExprKind::Cast(CastKind::ArrayToPointer, array) => self.is_fixed(array),
                    _ => false,
                };
                is_constant && array
            }
            _ => false,
        }
    }
}

/// A number, converted or not.
fn is_constant(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Integer(_) => true,
        ExprKind::Cast(_, operand) | ExprKind::Unary(UnaryOp::Minus, operand) => {
            is_constant(operand)
        }
        _ => false,
    }
}

fn call(at: At, (function, ty): &Helper, arguments: Vec<Expr>) -> Expr {
    at.call(at.function(*function, ty), arguments, ty.result.clone())
}
