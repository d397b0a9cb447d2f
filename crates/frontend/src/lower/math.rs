//! The functions of `<math.h>` that are exact, or that the standard defines exactly.

use super::body::{Body, Lowered};
use super::conversion;
use super::operator::Operand;
use super::place::Value;
use super::shape::{Class, Scalar, Shape, float_sort};
use crate::ast::{Expr, ExprKind, Type};
use crate::library::ERROR_NUMBER;
use invar_cfa::{HavocOrigin, Operation, Span};
use invar_term::{FloatFormat, FloatValue, RoundingMode, TermId};
use std::rc::Rc;

impl Body<'_, '_> {
    /// A call of a mathematical function; `None` for any other.
    pub(super) fn call_math(
        &mut self,
        name: &str,
        arguments: &[Expr],
        expr: &Expr,
    ) -> Lowered<Option<Value>> {
        let Some(scalar) = self.lowering.shapes.scalar(&expr.ty) else {
            return Ok(None);
        };
        let floats = |n: usize| {
            arguments.len() >= n
                && arguments[..n]
                    .iter()
                    .all(|a| matches!(a.ty, Type::Float(_)))
        };
        let plain = base_name(name);
        if let Some(constant) = self.constant_function(plain, name, scalar, arguments) {
            return Ok(Some(self.number(constant, scalar)));
        }
        if !floats(1) || !is_known(name) {
            return Ok(None);
        }
        let mut operands = Vec::new();
        for (i, argument) in arguments.iter().enumerate() {
            let (value, from) = self.scalar(argument)?;
            let later = arguments[i + 1..].iter().any(crate::ast::has_effects);
            let value = if later {
                self.save(value, from, argument.span)
            } else {
                value
            };
            operands.push((value, from));
        }
        let result = self.apply_math(plain, &operands, expr.span)?;
        let Some((value, from)) = result else {
            return self.unsupported_function(name, expr.span);
        };
        let value = self.convert_scalar(value, from, scalar, expr.span)?;
        Ok(Some(self.number(value, scalar)))
    }

    fn number(&self, value: TermId, scalar: Scalar) -> Value {
        Value {
            shape: Rc::new(Shape::Scalar(scalar)),
            leaves: vec![conversion::store(&self.terms, value, scalar)],
        }
    }

    /// `inf()`, `huge_val()`, `nan("")`.
    fn constant_function(
        &mut self,
        plain: &str,
        name: &str,
        scalar: Scalar,
        arguments: &[Expr],
    ) -> Option<TermId> {
        let Class::Float(kind) = scalar.class else {
            return None;
        };
        let format = FloatFormat::of(&float_sort(kind))?;
        let builtin = name.starts_with("__builtin_");
        match (plain, arguments) {
            ("inf" | "huge_val", []) if builtin => {
                Some(self.terms.fp(FloatValue::infinity(format)))
            }
            ("nan", [text]) if builtin || is_text(text) => {
                Some(self.terms.fp(FloatValue::nan(format)))
            }
            _ => None,
        }
    }

    fn apply_math(
        &mut self,
        name: &str,
        operands: &[Operand],
        span: Option<Span>,
    ) -> Lowered<Option<Operand>> {
        let t = self.terms.clone();
        let Some(&(a, scalar)) = operands.first() else {
            return Ok(None);
        };
        let second = operands.get(1).filter(|(_, s)| s.class == scalar.class);
        let rounded = |mode| t.fp_round_to_integral(mode, a);
        let truth = |condition| (conversion::from_bool(&t, condition, 32), Scalar::INT);
        let not_nan = |b| t.and(&[t.not(t.fp_is_nan(a)), t.not(t.fp_is_nan(b))]);
        let value = match (name, second.map(|(b, _)| *b)) {
            ("fabs", None) => t.fp_abs(a),
            ("sqrt", None) => {
                let zero = t.fp(FloatValue::zero(t.fp_format(a)));
                self.sets_no_error(t.fp_lt(a, zero), span);
                t.fp_sqrt(a)
            }
            ("floor", None) => rounded(RoundingMode::TowardNegative),
            ("ceil", None) => rounded(RoundingMode::TowardPositive),
            ("trunc", None) => rounded(RoundingMode::TowardZero),
            ("round" | "lround" | "llround", None) => rounded(RoundingMode::NearestAway),
            ("rint" | "nearbyint" | "lrint" | "llrint", None) => rounded(RoundingMode::NearestEven),
            ("fmin" | "fmax", Some(b)) => {
                let (left, right) = (t.fp_is_negative(a), t.fp_is_negative(b));
                let zeros = t.and(&[t.fp_is_zero(a), t.fp_is_zero(b), t.ne(left, right)]);
                self.require_modelled(t.not(zeros), "smaller or larger of two zeros", span);
                match name {
                    "fmin" => t.fp_min(a, b),
                    _ => t.fp_max(a, b),
                }
            }
            ("fmod" | "remainder" | "drem", Some(b)) => {
                let outside = t.or(&[t.fp_is_zero(b), t.fp_is_infinite(a)]);
                self.sets_no_error(t.and(&[outside, not_nan(b)]), span);
                match name {
                    "fmod" => t.fp_fmod(a, b),
                    _ => t.fp_rem(a, b),
                }
            }
            ("fdim", Some(b)) => {
                let difference = t.fp_sub(a, b);
                let zero = t.fp(FloatValue::zero(t.fp_format(a)));
                let infinite = t.or(&[t.fp_is_infinite(a), t.fp_is_infinite(b)]);
                let overflows = t.and(&[t.fp_is_infinite(difference), t.not(infinite)]);
                self.sets_no_error(overflows, span);
                t.ite(t.fp_le(a, b), zero, difference)
            }
            ("copysign", Some(b)) => {
                let negative = self.sign_bit(b, span);
                let size = t.fp_abs(a);
                t.ite(negative, t.fp_neg(size), size)
            }
            ("isnan", None) => return Ok(Some(truth(t.fp_is_nan(a)))),
            ("isinf" | "isinf_sign", None) => {
                // gcc's own function may say 1 where glibc's says -1.
                let minus = match name {
                    "isinf" => {
                        let any = self.any_nonzero(name, span);
                        t.ite(t.bv_slt(any, t.bv(32, 0)), t.bv_signed(32, -1), t.bv(32, 1))
                    }
                    _ => t.bv_signed(32, -1),
                };
                let sign = t.ite(t.fp_is_negative(a), minus, t.bv_signed(32, 1));
                let value = t.ite(t.fp_is_infinite(a), sign, t.bv(32, 0));
                return Ok(Some((value, Scalar::INT)));
            }
            ("finite" | "isfinite", None) => {
                let special = t.or(&[t.fp_is_nan(a), t.fp_is_infinite(a)]);
                return Ok(Some(truth(t.not(special))));
            }
            ("isnormal", None) => return Ok(Some(truth(t.fp_is_normal(a)))),
            ("signbit", None) => {
                let negative = self.sign_bit(a, span);
                let any = self.any_nonzero(name, span);
                return Ok(Some((t.ite(negative, any, t.bv(32, 0)), Scalar::INT)));
            }
            ("fpclassify", None) => return Ok(Some((self.classification(a), Scalar::INT))),
            ("isgreater", Some(b)) => return Ok(Some(truth(t.fp_lt(b, a)))),
            ("isgreaterequal", Some(b)) => return Ok(Some(truth(t.fp_le(b, a)))),
            ("isless", Some(b)) => return Ok(Some(truth(t.fp_lt(a, b)))),
            ("islessequal", Some(b)) => return Ok(Some(truth(t.fp_le(a, b)))),
            ("islessgreater", Some(b)) => {
                let different = t.not(t.fp_eq(a, b));
                return Ok(Some(truth(t.and(&[different, not_nan(b)]))));
            }
            ("isunordered", Some(b)) => return Ok(Some(truth(t.not(not_nan(b))))),
            _ => return Ok(None),
        };
        Ok(Some((value, scalar)))
    }

    /// A number for yes: C says no more of it than that it is not zero.
    fn any_nonzero(&mut self, name: &str, span: Option<Span>) -> TermId {
        let t = self.terms.clone();
        let target = self.temporary(Scalar::INT);
        let origin = HavocOrigin::External(name.into());
        self.emit(Operation::Havoc { target, origin }, span);
        let any = self.symbol(target);
        t.ite(t.eq(any, t.bv(32, 0)), t.bv(32, 1), any)
    }

    /// Under a condition a function sets `errno`: not modelled where the program looks at it.
    fn sets_no_error(&mut self, sets: TermId, span: Option<Span>) {
        let mut variables = self.lowering.unit.variables.iter();
        if variables.any(|variable| &*variable.name == ERROR_NUMBER) {
            let construct = "error number of a mathematical function";
            self.require_modelled(self.terms.not(sets), construct, span);
        }
    }

    /// Whether the sign bit is set. A NaN has one too, which its value does not tell.
    fn sign_bit(&mut self, value: TermId, span: Option<Span>) -> TermId {
        let t = self.terms.clone();
        self.require_modelled(t.not(t.fp_is_nan(value)), "sign of a NaN", span);
        t.fp_is_negative(value)
    }

    /// glibc's numbers: NaN 0, infinite 1, zero 2, subnormal 3, normal 4.
    fn classification(&self, value: TermId) -> TermId {
        let t = &self.terms;
        let classes = [
            (t.fp_is_nan(value), 0),
            (t.fp_is_infinite(value), 1),
            (t.fp_is_zero(value), 2),
            (t.fp_is_subnormal(value), 3),
        ];
        classes
            .iter()
            .rev()
            .fold(t.bv(32, 4), |rest, (holds, number)| {
                t.ite(*holds, t.bv(32, *number), rest)
            })
    }
}

/// A name without prefixes of the implementation and without the suffix of the type.
fn base_name(name: &str) -> &str {
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    let plain = plain.strip_prefix("__").unwrap_or(plain);
    if EXACT.contains(&plain) {
        return plain;
    }
    let short = plain.strip_suffix(['f', 'l']).unwrap_or(plain);
    if EXACT.contains(&short) { short } else { plain }
}

/// What [`Body::apply_math`] knows.
pub(crate) const EXACT: &[&str] = &[
    "fabs",
    "sqrt",
    "floor",
    "ceil",
    "trunc",
    "round",
    "lround",
    "llround",
    "rint",
    "nearbyint",
    "lrint",
    "llrint",
    "fmin",
    "fmax",
    "fmod",
    "remainder",
    "drem",
    "fdim",
    "copysign",
    "isnan",
    "isinf",
    "isinf_sign",
    "finite",
    "isfinite",
    "isnormal",
    "signbit",
    "fpclassify",
    "isgreater",
    "isgreaterequal",
    "isless",
    "islessequal",
    "islessgreater",
    "isunordered",
    "inf",
    "huge_val",
    "nan",
];

/// Whether a function of `<math.h>` is exact.
fn is_known(name: &str) -> bool {
    EXACT.contains(&base_name(name))
}

fn is_text(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::String(_) => true,
        ExprKind::Cast(_, inner) => is_text(inner),
        _ => false,
    }
}
