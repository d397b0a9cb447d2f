//! Terms as Z3 ASTs, each translated once per context.
#![allow(unsafe_code)]

use super::context::{Ast, Context, Failure, Outcome, SortHandle};
use super::float::Floats;
use invar_term::{FloatFormat, FpOp, Op, Sort, TermId, TermStore};
use rustc_hash::FxHashMap;
use std::ffi::{CString, c_uint};
use std::rc::Rc;
use z3_sys as z3;

/// The translation of one store into one context.
pub(crate) struct Translator {
    context: Rc<Context>,
    terms: FxHashMap<TermId, Ast>,
    sorts: FxHashMap<Sort, SortHandle>,
    names: u64,
}

impl Translator {
    pub(crate) fn new(context: &Rc<Context>) -> Translator {
        Translator {
            context: Rc::clone(context),
            terms: FxHashMap::default(),
            sorts: FxHashMap::default(),
            names: 0,
        }
    }

    /// The AST of `term`.
    pub(crate) fn term(&mut self, store: &TermStore, term: TermId) -> Outcome<&Ast> {
        if !self.terms.contains_key(&term) {
            let mut entered = rustc_hash::FxHashSet::default();
            let known = &self.terms;
            let order =
                store.postorder_where(&[term], |t| !known.contains_key(&t) && entered.insert(t));
            for t in order {
                let ast = self.node(store, t)?;
                self.terms.insert(t, ast);
            }
        }
        Ok(&self.terms[&term])
    }

    /// A Boolean constant that no term of the store mentions.
    pub(crate) fn proxy(&mut self) -> Outcome<Ast> {
        self.names += 1;
        let name = format!("p{}", self.names);
        self.constant(&name, &Sort::Bool)
    }

    /// `proxy => term`.
    pub(crate) fn implication(&self, proxy: &Ast, term: TermId) -> Outcome<Ast> {
        let c = self.context.raw();
        // SAFETY: both terms are alive and Boolean.
        self.context
            .own(unsafe { z3::Z3_mk_implies(c, proxy.raw(), self.terms[&term].raw()) })
    }

    fn constant(&mut self, name: &str, sort: &Sort) -> Outcome<Ast> {
        let symbol = self.context.symbol(name)?;
        let sort = self.sort(sort)?;
        // SAFETY: symbol and sort belong to the context.
        self.context
            .own(unsafe { z3::Z3_mk_const(self.context.raw(), symbol, sort) })
    }

    fn numeral(&mut self, digits: &str, sort: &Sort) -> Outcome<Ast> {
        let digits = CString::new(digits).map_err(|_| Failure::Other("NUL in a number".into()))?;
        let sort = self.sort(sort)?;
        // SAFETY: the string outlives the call.
        self.context
            .own(unsafe { z3::Z3_mk_numeral(self.context.raw(), digits.as_ptr(), sort) })
    }

    fn sort(&mut self, sort: &Sort) -> Outcome<z3::Z3_sort> {
        if let Some(known) = self.sorts.get(sort) {
            return Ok(known.raw());
        }
        let c = self.context.raw();
        // SAFETY: the context is alive; the sorts of the components are kept in `self.sorts`.
        let made = unsafe {
            match sort {
                Sort::Bool => z3::Z3_mk_bool_sort(c),
                Sort::BitVec(width) => z3::Z3_mk_bv_sort(c, *width),
                Sort::Int => z3::Z3_mk_int_sort(c),
                Sort::Real => z3::Z3_mk_real_sort(c),
                Sort::Array(pair) => {
                    let (index, element) = (self.sort(&pair.0)?, self.sort(&pair.1)?);
                    z3::Z3_mk_array_sort(c, index, element)
                }
                Sort::Float { .. } => {
                    let format = FloatFormat::of(sort)
                        .ok_or_else(|| Failure::Other(format!("no format {sort}")))?;
                    z3::Z3_mk_fpa_sort(c, format.exponent(), format.significand())
                }
            }
        };
        let handle = self.context.own_sort(made)?;
        let raw = handle.raw();
        self.sorts.insert(sort.clone(), handle);
        Ok(raw)
    }

    fn floats(&self) -> Floats<'_> {
        Floats {
            context: &self.context,
        }
    }

    fn float(&mut self, store: &TermStore, term: TermId, op: FpOp) -> Outcome<Ast> {
        let node = store.node(term);
        let first = store.sort(node.args[0]);
        let number = match &node.sort {
            Sort::Float { .. } => &node.sort,
            _ => first,
        };
        let sort = self.sort(number)?;
        let args: Vec<z3::Z3_ast> = node.args.iter().map(|a| self.terms[a].raw()).collect();
        self.floats().apply(op, &args, FloatFormat::of(first), sort)
    }

    fn node(&mut self, store: &TermStore, term: TermId) -> Outcome<Ast> {
        let node = store.node(term);
        match &node.op {
            Op::Symbol(symbol) => {
                self.names += 1;
                // The number keeps names apart from each other and from proxies.
                let name = store.symbol_name(*symbol).replace('\0', "");
                self.constant(&format!("u{}.{name}", self.names), &node.sort)
            }
            Op::BvConst(value) => self.numeral(&value.unsigned().to_string(), &node.sort),
            Op::IntConst(value) => self.numeral(&value.to_string(), &node.sort),
            Op::RealConst(value) => {
                let digits = format!("{}/{}", value.numerator(), value.denominator());
                self.numeral(&digits, &node.sort)
            }
            Op::FpConst(value) => {
                let sort = self.sort(&node.sort)?;
                self.floats().constant(*value, sort)
            }
            Op::Fp(op) => self.float(store, term, *op),
            op => {
                let args: Vec<z3::Z3_ast> = node.args.iter().map(|a| self.terms[a].raw()).collect();
                let index = match op {
                    Op::ConstArray(index) => Some(self.sort(index)?),
                    _ => None,
                };
                // SAFETY: the arguments are in the cache, hence alive; the store checked sorts.
                let made = unsafe { apply(self.context.raw(), op, &args, index) };
                self.context.own(made)
            }
        }
    }
}

/// Applies an operator that is not a leaf.
///
/// # Safety
/// `args` are alive in `c` and well sorted for `op`; `index` is the index sort of a constant array.
unsafe fn apply(
    c: z3::Z3_context,
    op: &Op,
    args: &[z3::Z3_ast],
    index: Option<z3::Z3_sort>,
) -> Option<z3::Z3_ast> {
    let count = args.len() as c_uint;
    let list = args.as_ptr();
    // SAFETY: by the contract of this function.
    unsafe {
        match (op, args) {
            (Op::True, []) => z3::Z3_mk_true(c),
            (Op::False, []) => z3::Z3_mk_false(c),
            (Op::And, []) => z3::Z3_mk_true(c),
            (Op::Or, []) => z3::Z3_mk_false(c),
            (Op::And | Op::Or, [a]) => Some(*a),
            (Op::And, _) => z3::Z3_mk_and(c, count, list),
            (Op::Or, _) => z3::Z3_mk_or(c, count, list),
            (Op::Add, _) => z3::Z3_mk_add(c, count, list),
            (Op::Mul, _) => z3::Z3_mk_mul(c, count, list),
            (_, [a]) => apply_unary(c, op, *a, index),
            (_, [a, b]) => apply_binary(c, op, *a, *b),
            (Op::Ite, [condition, a, b]) => z3::Z3_mk_ite(c, *condition, *a, *b),
            (Op::Store, [a, i, v]) => z3::Z3_mk_store(c, *a, *i, *v),
            _ => None,
        }
    }
}

/// # Safety
/// As [`apply`].
unsafe fn apply_unary(
    c: z3::Z3_context,
    op: &Op,
    a: z3::Z3_ast,
    index: Option<z3::Z3_sort>,
) -> Option<z3::Z3_ast> {
    // SAFETY: by the contract of `apply`.
    unsafe {
        match op {
            Op::Not => z3::Z3_mk_not(c, a),
            Op::BvNot => z3::Z3_mk_bvnot(c, a),
            Op::BvNeg => z3::Z3_mk_bvneg(c, a),
            Op::Extract { high, low } => z3::Z3_mk_extract(c, *high, *low, a),
            Op::ZeroExtend(by) => z3::Z3_mk_zero_ext(c, *by, a),
            Op::SignExtend(by) => z3::Z3_mk_sign_ext(c, *by, a),
            Op::Neg => z3::Z3_mk_unary_minus(c, a),
            Op::ToReal => z3::Z3_mk_int2real(c, a),
            Op::ToInt => z3::Z3_mk_real2int(c, a),
            Op::BvToInt => z3::Z3_mk_bv2int(c, a, false),
            Op::IntToBv(width) => z3::Z3_mk_int2bv(c, *width, a),
            Op::ConstArray(_) => z3::Z3_mk_const_array(c, index?, a),
            _ => None,
        }
    }
}

/// # Safety
/// As [`apply`].
unsafe fn apply_binary(
    c: z3::Z3_context,
    op: &Op,
    a: z3::Z3_ast,
    b: z3::Z3_ast,
) -> Option<z3::Z3_ast> {
    // SAFETY: by the contract of `apply`.
    unsafe {
        match op {
            Op::Xor => z3::Z3_mk_xor(c, a, b),
            Op::Eq => z3::Z3_mk_eq(c, a, b),
            Op::BvAdd => z3::Z3_mk_bvadd(c, a, b),
            Op::BvSub => z3::Z3_mk_bvsub(c, a, b),
            Op::BvMul => z3::Z3_mk_bvmul(c, a, b),
            Op::BvUdiv => z3::Z3_mk_bvudiv(c, a, b),
            Op::BvUrem => z3::Z3_mk_bvurem(c, a, b),
            Op::BvSdiv => z3::Z3_mk_bvsdiv(c, a, b),
            Op::BvSrem => z3::Z3_mk_bvsrem(c, a, b),
            Op::BvAnd => z3::Z3_mk_bvand(c, a, b),
            Op::BvOr => z3::Z3_mk_bvor(c, a, b),
            Op::BvXor => z3::Z3_mk_bvxor(c, a, b),
            Op::BvShl => z3::Z3_mk_bvshl(c, a, b),
            Op::BvLshr => z3::Z3_mk_bvlshr(c, a, b),
            Op::BvAshr => z3::Z3_mk_bvashr(c, a, b),
            Op::BvUlt => z3::Z3_mk_bvult(c, a, b),
            Op::BvUle => z3::Z3_mk_bvule(c, a, b),
            Op::BvSlt => z3::Z3_mk_bvslt(c, a, b),
            Op::BvSle => z3::Z3_mk_bvsle(c, a, b),
            Op::Concat => z3::Z3_mk_concat(c, a, b),
            Op::IntDiv | Op::RealDiv => z3::Z3_mk_div(c, a, b),
            Op::IntMod => z3::Z3_mk_mod(c, a, b),
            Op::Lt => z3::Z3_mk_lt(c, a, b),
            Op::Le => z3::Z3_mk_le(c, a, b),
            Op::Select => z3::Z3_mk_select(c, a, b),
            _ => None,
        }
    }
}
