//! Tests of the interval analysis on programs with known ranges.

use super::propagate_intervals;
use crate::testing::Builder;
use crate::{Landing, prune};
use invar_cfa::{LocId, VarId};

fn fact_texts(b: &Builder, facts: &[(LocId, invar_term::TermId)], at: LocId) -> Vec<String> {
    facts
        .iter()
        .filter(|(location, _)| *location == at)
        .map(|(_, fact)| {
            let mut definitions = String::new();
            let text = invar_term::ScriptPrinter::new().term(&b.terms, *fact, &mut definitions);
            format!("{definitions}{text}")
        })
        .collect()
}

/// `for (i = 0; i < 1000; i++) ;` then an error if `i` is `wrong`.
fn counting(signed: bool, wrong: u128) -> (Builder, LocId, LocId, VarId) {
    let mut b = Builder::new();
    let i = b.variable("i", 32, signed);
    let (head, body, done, error) = (b.plain(), b.plain(), b.plain(), b.error());
    let (entry, exit) = (b.entry(), b.exit());
    let t = b.terms.clone();
    let symbol = b.symbol(i);
    b.assign(entry, head, i, t.bv(32, 0));
    let bound = t.bv(32, 1000);
    let less = if signed {
        t.bv_slt(symbol, bound)
    } else {
        t.bv_ult(symbol, bound)
    };
    b.branch(head, body, done, less);
    b.assign(body, head, i, t.bv_add(symbol, t.bv(32, 1)));
    b.branch(done, error, exit, t.eq(symbol, t.bv(32, wrong)));
    (b, head, error, i)
}

#[test]
fn a_counter_stays_within_its_bounds() {
    for signed in [true, false] {
        let (b, head, error, i) = counting(signed, 1001);
        let result = propagate_intervals(&b.program, &[]);
        assert_eq!(result.back.landing(error), Landing::Unreachable);
        let t = &b.terms;
        let (symbol, bound) = (b.symbol(i), t.bv(32, 1000));
        let mut wanted = vec![];
        if signed {
            wanted.push((head, t.bv_sle(t.bv(32, 0), symbol)));
            wanted.push((head, t.bv_sle(symbol, bound)));
        } else {
            wanted.push((head, t.bv_ule(symbol, bound)));
        }
        assert_eq!(
            result.back.facts(),
            wanted,
            "{:?}",
            fact_texts(&b, result.back.facts(), head)
        );
        // Without the error nothing is left.
        assert_eq!(prune(&result.program).program.entry_cfa().edge_count(), 0);
    }
}

#[test]
fn a_possible_value_is_not_excluded() {
    let (b, _, error, _) = counting(true, 1000);
    let result = propagate_intervals(&b.program, &[]);
    assert!(matches!(result.back.landing(error), Landing::At(_)));
    // After the loop i is exactly 1000: the condition is gone, the other branch too.
    let cfa = result.program.entry_cfa();
    let landed = cfa
        .location_ids()
        .find(|l| result.back.location(*l) == error)
        .unwrap();
    let (_, edge) = cfa.incoming(landed).next().unwrap();
    assert_eq!(edge.operation, invar_cfa::Operation::Skip);
}

#[test]
fn conditions_on_extended_values_refine() {
    let mut b = Builder::new();
    let c = b.variable("c", 8, false);
    let (read, checked, error) = (b.plain(), b.plain(), b.error());
    let (entry, exit) = (b.entry(), b.exit());
    let t = b.terms.clone();
    let symbol = b.symbol(c);
    b.havoc(entry, read, c);
    // (int) c + 3 < 10, so c <= 6.
    let wide = t.bv_add(t.zero_extend(24, symbol), t.bv(32, 3));
    b.branch(read, checked, exit, t.bv_slt(wide, t.bv(32, 10)));
    b.branch(checked, error, exit, t.bv_ult(t.bv(8, 6), symbol));
    let result = propagate_intervals(&b.program, &[]);
    assert_eq!(result.back.landing(error), Landing::Unreachable);
}
