//! Small random programs: branches, loops, assumptions, every operator.

use crate::testing::{Builder, Random};
use invar_cfa::{LocationKind, Operation, Program, UnsupportedId, VarId};
use invar_term::TermId;

/// A random program over three variables of two to three bits.
pub(crate) fn random_program(seed: u64) -> Program {
    let mut r = Random::new(seed);
    let mut b = Builder::new();
    b.program
        .unsupported
        .push(invar_cfa::Unsupported::construct("goto", None));
    let width = 2 + r.below(2) as u32;
    let variables: Vec<VarId> = ["x", "y", "z"]
        .iter()
        .map(|name| {
            let signed = r.below(2) == 0;
            b.variable(name, width, signed)
        })
        .collect();
    let mut places = vec![b.entry(), b.exit()];
    for _ in 0..3 + r.below(9) {
        places.push(b.plain());
    }
    let inner = places.len();
    places.push(b.error());
    places.push(b.location(LocationKind::Unsupported(UnsupportedId(0))));
    places.push(b.location(LocationKind::Halt));
    for i in 0..inner {
        if places[i] == b.exit() {
            continue;
        }
        let from = places[i];
        // Mostly forward, so that programs have length; sometimes back, so that they have loops.
        let pick = |r: &mut Random| match r.below(6) {
            0 => places[r.below(inner)],
            1 => places[r.below(places.len())],
            _ => places[(i + 1 + r.below(3)).min(places.len() - 1)],
        };
        let (to, other) = (pick(&mut r), pick(&mut r));
        let target = variables[r.below(3)];
        match r.below(10) {
            0 => {
                b.edge(from, to, Operation::Skip);
            }
            1 => {
                b.havoc(from, to, target);
            }
            2 => {
                let condition = random_condition(&mut r, &b, &variables, 1);
                b.assume(from, to, condition);
            }
            3..=5 => {
                let value = random_value(&mut r, &b, &variables, width, 2);
                b.assign(from, to, target, value);
            }
            _ => {
                let condition = random_condition(&mut r, &b, &variables, 1);
                b.branch(from, to, other, condition);
            }
        }
    }
    b.program
}

fn random_value(r: &mut Random, b: &Builder, vars: &[VarId], width: u32, depth: u32) -> TermId {
    let t = &b.terms;
    if depth == 0 || r.below(4) == 0 {
        return match r.below(3) {
            0 => t.bv(width, r.below(1 << width) as u128),
            _ => b.symbol(vars[r.below(vars.len())]),
        };
    }
    let x = random_value(r, b, vars, width, depth - 1);
    let y = random_value(r, b, vars, width, depth - 1);
    match r.below(20) {
        0 | 1 => t.bv_add(x, t.bv(width, 1)),
        2 | 3 => t.bv_add(x, y),
        4 => t.bv_sub(x, y),
        5 => t.bv_mul(x, y),
        6 => t.bv_udiv(x, y),
        7 => t.bv_urem(x, y),
        8 => t.bv_sdiv(x, y),
        9 => t.bv_srem(x, y),
        10 => t.bv_and(x, y),
        11 => t.bv_or(x, y),
        12 => t.bv_xor(x, y),
        13 => t.bv_shl(x, y),
        14 => t.bv_lshr(x, y),
        15 => t.bv_ashr(x, y),
        16 => t.bv_neg(x),
        17 => t.bv_not(x),
        18 => {
            let wide = if r.below(2) == 0 {
                t.zero_extend(2, x)
            } else {
                t.sign_extend(2, x)
            };
            let sum = t.bv_add(wide, t.concat(t.bv(2, r.below(4) as u128), y));
            t.extract(width, 1, sum)
        }
        _ => {
            let condition = random_condition(r, b, vars, depth - 1);
            t.ite(condition, x, y)
        }
    }
}

fn random_condition(r: &mut Random, b: &Builder, vars: &[VarId], depth: u32) -> TermId {
    let t = &b.terms;
    let width = t.width(b.symbol(vars[0]));
    if depth > 0 && r.below(4) == 0 {
        let x = random_condition(r, b, vars, depth - 1);
        let y = random_condition(r, b, vars, depth - 1);
        return match r.below(4) {
            0 => t.and(&[x, y]),
            1 => t.or(&[x, y]),
            2 => t.xor(x, y),
            _ => t.not(x),
        };
    }
    let mut x = random_value(r, b, vars, width, depth.min(1));
    let mut y = random_value(r, b, vars, width, 0);
    match r.below(4) {
        0 => (x, y) = (t.zero_extend(3, x), t.zero_extend(3, y)),
        1 => (x, y) = (t.sign_extend(3, x), t.sign_extend(3, y)),
        _ => {}
    }
    match r.below(5) {
        0 => t.eq(x, y),
        1 => t.bv_ult(x, y),
        2 => t.bv_ule(y, x),
        3 => t.bv_slt(x, y),
        _ => t.bv_sle(y, x),
    }
}
