//! Z3's operators and ours that mean the same.

use invar_term::Op;
use z3_sys::DeclKind as K;

/// The operator that takes the same arguments.
pub(super) fn same_arguments(kind: K) -> Option<Op> {
    Some(match kind {
        K::True => Op::True,
        K::False => Op::False,
        K::Eq | K::Iff => Op::Eq,
        K::Ite => Op::Ite,
        K::And => Op::And,
        K::Or => Op::Or,
        K::Not => Op::Not,
        K::Le => Op::Le,
        K::Lt => Op::Lt,
        K::Uminus => Op::Neg,
        K::Div => Op::RealDiv,
        K::Idiv => Op::IntDiv,
        K::Mod => Op::IntMod,
        K::ToReal => Op::ToReal,
        K::ToInt => Op::ToInt,
        K::Store => Op::Store,
        K::Select => Op::Select,
        K::Bneg => Op::BvNeg,
        K::Bnot => Op::BvNot,
        K::Bsub => Op::BvSub,
        // What Z3 writes when it knows that the divisor is not zero has the same value.
        K::Bsdiv | K::BsdivI => Op::BvSdiv,
        K::Budiv | K::BudivI => Op::BvUdiv,
        K::Bsrem | K::BsremI => Op::BvSrem,
        K::Burem | K::BuremI => Op::BvUrem,
        K::Uleq => Op::BvUle,
        K::Sleq => Op::BvSle,
        K::Ult => Op::BvUlt,
        K::Slt => Op::BvSlt,
        K::Bshl => Op::BvShl,
        K::Blshr => Op::BvLshr,
        K::Bashr => Op::BvAshr,
        K::Bv2int => Op::BvToInt,
        _ => return None,
    })
}

/// The operator of two arguments that Z3 applies to any number of them.
pub(super) fn left_associative(kind: K) -> Option<Op> {
    Some(match kind {
        K::Xor => Op::Xor,
        K::Add => Op::Add,
        K::Mul => Op::Mul,
        K::Badd => Op::BvAdd,
        K::Bmul => Op::BvMul,
        K::Band => Op::BvAnd,
        K::Bor => Op::BvOr,
        K::Bxor => Op::BvXor,
        K::Concat => Op::Concat,
        _ => return None,
    })
}

/// The comparison that says the same with its arguments turned.
pub(super) fn turned(kind: K) -> Option<Op> {
    Some(match kind {
        K::Ge => Op::Le,
        K::Gt => Op::Lt,
        K::Ugeq => Op::BvUle,
        K::Ugt => Op::BvUlt,
        K::Sgeq => Op::BvSle,
        K::Sgt => Op::BvSlt,
        _ => return None,
    })
}
