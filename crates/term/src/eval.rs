//! Concrete evaluation.

use crate::bitvector::BvValue;
use crate::value::{ArrayValue, Value};
use crate::{IBig, Op, RBig, SymbolId, TermId, TermStore, float};
use dashu_int::ops::{DivRemEuclid, UnsignedAbs};
use rustc_hash::FxHashMap;

/// Values of symbols.
pub trait Assignment {
    /// The value of a symbol, if it has one.
    fn value(&self, symbol: SymbolId) -> Option<Value>;
}

impl Assignment for FxHashMap<SymbolId, Value> {
    fn value(&self, symbol: SymbolId) -> Option<Value> {
        self.get(&symbol).cloned()
    }
}

/// Why a term has no value.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EvalError {
    /// A symbol has no value in the assignment.
    #[error("symbol without a value")]
    Unassigned(SymbolId),
    /// Division of an integer or a real by zero, whose value SMT-LIB leaves open.
    #[error("division by zero over integers or reals")]
    DivisionByZero,
    /// The values given to an operator do not fit it.
    #[error("operator {0:?} applied to values of the wrong sort")]
    Sort(Op),
}

/// Evaluates terms under one assignment, remembering shared subterms.
pub struct Evaluator<'a, A> {
    store: &'a TermStore,
    assignment: &'a A,
    known: FxHashMap<TermId, Value>,
}

impl<'a, A: Assignment> Evaluator<'a, A> {
    /// An evaluator under `assignment`.
    pub fn new(store: &'a TermStore, assignment: &'a A) -> Self {
        Evaluator {
            store,
            assignment,
            known: FxHashMap::default(),
        }
    }

    /// The value of `term`.
    ///
    /// # Errors
    /// If a symbol has no value, or an integer or real is divided by zero.
    pub fn eval(&mut self, term: TermId) -> Result<Value, EvalError> {
        let known = &self.known;
        let mut seen = rustc_hash::FxHashSet::default();
        let order = self
            .store
            .postorder_where(&[term], |t| !known.contains_key(&t) && seen.insert(t));
        for t in order {
            let node = self.store.node(t);
            let value = match &node.op {
                Op::Symbol(symbol) => self
                    .assignment
                    .value(*symbol)
                    .ok_or(EvalError::Unassigned(*symbol))?,
                op => {
                    let args: smallvec::SmallVec<[&Value; 3]> =
                        node.args.iter().map(|a| &self.known[a]).collect();
                    apply_op(op, &args)?
                }
            };
            self.known.insert(t, value);
        }
        Ok(self.known[&term].clone())
    }

    /// The truth value of a Boolean term.
    ///
    /// # Errors
    /// As [`Self::eval`], and if the term is not Boolean.
    pub fn eval_bool(&mut self, term: TermId) -> Result<bool, EvalError> {
        let value = self.eval(term)?;
        value
            .as_bool()
            .ok_or_else(|| EvalError::Sort(self.store.op(term).clone()))
    }
}

/// Applies an operator to values; symbols have none.
///
/// # Errors
/// If the values do not fit the operator, or an integer or real is divided by zero.
pub fn apply_op(op: &Op, args: &[&Value]) -> Result<Value, EvalError> {
    let wrong = || EvalError::Sort(op.clone());
    if let Op::Fp(op) = op {
        return float::apply(*op, args).ok_or_else(wrong);
    }
    if let Some(result) = apply_bv(op, args) {
        return Ok(result);
    }
    Ok(match (op, args) {
        (Op::True, []) => Value::Bool(true),
        (Op::False, []) => Value::Bool(false),
        (Op::BvConst(v), []) => Value::Bv(*v),
        (Op::IntConst(v), []) => Value::Int(v.clone()),
        (Op::RealConst(v), []) => Value::Real(v.clone()),
        (Op::FpConst(v), []) => Value::Float(*v),
        (Op::Not, [Value::Bool(a)]) => Value::Bool(!a),
        (Op::And, _) => Value::Bool(fold_bools(args, true, |x, y| x && y).ok_or_else(wrong)?),
        (Op::Or, _) => Value::Bool(fold_bools(args, false, |x, y| x || y).ok_or_else(wrong)?),
        (Op::Xor, [Value::Bool(a), Value::Bool(b)]) => Value::Bool(a != b),
        (Op::Ite, [Value::Bool(c), a, b]) => (if *c { *a } else { *b }).clone(),
        (Op::Eq, [a, b]) => Value::Bool(a == b),
        (Op::Add, [Value::Int(a), Value::Int(b)]) => Value::Int(a + b),
        (Op::Mul, [Value::Int(a), Value::Int(b)]) => Value::Int(a * b),
        (Op::Neg, [Value::Int(a)]) => Value::Int(-a),
        (Op::Lt, [Value::Int(a), Value::Int(b)]) => Value::Bool(a < b),
        (Op::Le, [Value::Int(a), Value::Int(b)]) => Value::Bool(a <= b),
        (Op::IntDiv, [Value::Int(a), Value::Int(b)]) => Value::Int(div_mod(a, b)?.0),
        (Op::IntMod, [Value::Int(a), Value::Int(b)]) => Value::Int(div_mod(a, b)?.1),
        (Op::Add, [Value::Real(a), Value::Real(b)]) => Value::Real(a + b),
        (Op::Mul, [Value::Real(a), Value::Real(b)]) => Value::Real(a * b),
        (Op::Neg, [Value::Real(a)]) => Value::Real(-a),
        (Op::Lt, [Value::Real(a), Value::Real(b)]) => Value::Bool(a < b),
        (Op::Le, [Value::Real(a), Value::Real(b)]) => Value::Bool(a <= b),
        (Op::RealDiv, [Value::Real(_), Value::Real(b)]) if *b == RBig::ZERO => {
            return Err(EvalError::DivisionByZero);
        }
        (Op::RealDiv, [Value::Real(a), Value::Real(b)]) => Value::Real(a / b),
        (Op::ToReal, [Value::Int(a)]) => Value::Real(RBig::from(a.clone())),
        (Op::ToInt, [Value::Real(a)]) => Value::Int(a.floor()),
        (Op::BvToInt, [Value::Bv(a)]) => Value::Int(IBig::from(a.unsigned())),
        (Op::IntToBv(width), [Value::Int(a)]) => {
            let (_, residue) = div_mod(a, &(IBig::from(1) << (*width as usize)))?;
            let bits = u128::try_from(residue).map_err(|_| wrong())?;
            Value::Bv(BvValue::new(*width, bits))
        }
        (Op::Select, [Value::Array(a), i]) => a.select(i).clone(),
        (Op::Store, [Value::Array(a), i, v]) => {
            let mut changed = a.clone();
            changed.store((*i).clone(), (*v).clone());
            Value::Array(changed)
        }
        (Op::ConstArray(index), [v]) => {
            Value::Array(ArrayValue::constant(index.clone(), (*v).clone()))
        }
        _ => return Err(wrong()),
    })
}

fn fold_bools(args: &[&Value], unit: bool, f: fn(bool, bool) -> bool) -> Option<bool> {
    args.iter()
        .try_fold(unit, |acc, v| Some(f(acc, v.as_bool()?)))
}

/// Quotient and remainder with `0 <= remainder < |b|`.
fn div_mod(a: &IBig, b: &IBig) -> Result<(IBig, IBig), EvalError> {
    if *b == IBig::ZERO {
        return Err(EvalError::DivisionByZero);
    }
    let (quotient, remainder) = a.clone().div_rem_euclid(b.clone());
    debug_assert!(IBig::from(remainder.clone()) < IBig::from(b.clone().unsigned_abs()));
    Ok((quotient, IBig::from(remainder)))
}

/// Bit-vector operators; `None` when `op` is not one or the values do not fit.
fn apply_bv(op: &Op, args: &[&Value]) -> Option<Value> {
    let bv = |i: usize| args.get(i).and_then(|v| v.as_bv());
    let a = bv(0)?;
    let (w, x) = (a.width(), a.unsigned());
    let make = |bits: u128| Some(Value::Bv(BvValue::new(w, bits)));
    if args.len() == 1 {
        return match op {
            Op::BvNot => make(!x),
            Op::BvNeg => make(x.wrapping_neg()),
            Op::Extract { high, low } => Some(Value::Bv(BvValue::new(high - low + 1, x >> low))),
            Op::ZeroExtend(by) => Some(Value::Bv(BvValue::new(w + by, x))),
            Op::SignExtend(by) => Some(Value::Bv(BvValue::from_signed(w + by, a.signed()))),
            _ => None,
        };
    }
    let b = bv(1)?;
    let y = b.unsigned();
    if *op == Op::Concat {
        let high = x.checked_shl(b.width()).unwrap_or(0);
        return Some(Value::Bv(BvValue::new(w + b.width(), high | y)));
    }
    if w != b.width() {
        return None;
    }
    let (sx, sy) = (a.signed(), b.signed());
    let signed = |value: i128| Some(Value::Bv(BvValue::from_signed(w, value)));
    match op {
        Op::BvAdd => make(x.wrapping_add(y)),
        Op::BvSub => make(x.wrapping_sub(y)),
        Op::BvMul => make(x.wrapping_mul(y)),
        Op::BvUdiv => make(x.checked_div(y).unwrap_or(u128::MAX)),
        Op::BvUrem => make(x.checked_rem(y).unwrap_or(x)),
        Op::BvSdiv if y == 0 => signed(if sx < 0 { 1 } else { -1 }),
        Op::BvSdiv => signed(sx.wrapping_div(sy)),
        Op::BvSrem if y == 0 => make(x),
        Op::BvSrem => signed(sx.wrapping_rem(sy)),
        Op::BvAnd => make(x & y),
        Op::BvOr => make(x | y),
        Op::BvXor => make(x ^ y),
        Op::BvShl => make(if y >= u128::from(w) { 0 } else { x << y }),
        Op::BvLshr => make(if y >= u128::from(w) { 0 } else { x >> y }),
        Op::BvAshr => signed(sx >> y.min(u128::from(w - 1))),
        Op::BvUlt => Some(Value::Bool(x < y)),
        Op::BvUle => Some(Value::Bool(x <= y)),
        Op::BvSlt => Some(Value::Bool(sx < sy)),
        Op::BvSle => Some(Value::Bool(sx <= sy)),
        _ => None,
    }
}
