//! Terms: exact where integers wrap, exact over ideal integers where nothing overflows, and never
//! excluding the true value where something was replaced by any value.

use super::generate::{
    Operators, State, condition, eval, name, number, state, variables, view, views,
};
use crate::support::{Builder, Random};
use invar_cfa::{Operation, Program, VarId};
use invar_encode::{Arithmetic, Translated, translate};
use invar_term::{IBig, Op, TermId, Value};

/// A program that assigns a random term to one of its variables.
struct Assignment {
    program: Program,
    target: VarId,
    term: TermId,
}

fn assignment(r: &mut Random, operators: Operators, base: u32, depth: u32) -> Assignment {
    let mut b = Builder::new();
    variables(&mut b, base);
    let target = VarId(r.below(8));
    let width = b.program.sort(target).width().unwrap();
    // Conditions are terms of one bit here.
    let term = match width {
        1 => {
            let c = condition(&b.program, r, operators, base, depth);
            let s = b.terms();
            s.ite(c, s.bv(1, 1), s.bv(1, 0))
        }
        _ => number(&b.program, r, operators, base, width, depth),
    };
    let (entry, exit) = (b.cfa.entry, b.cfa.exit);
    b.assign(entry, exit, target, term);
    Assignment {
        program: b.build(),
        target,
        term,
    }
}

impl Assignment {
    /// What the translated program assigns.
    fn image(&self, translated: &Translated) -> TermId {
        let cfa = translated.program.entry_cfa();
        let found = cfa.edge_ids().find_map(|e| match &cfa.edge(e).operation {
            Operation::Assign { value, .. } => Some(*value),
            _ => None,
        });
        found.unwrap()
    }

    fn expected(&self, arithmetic: Arithmetic, before: &State) -> Value {
        let bits = eval(&self.program.terms, before, self.term)
            .as_bv()
            .unwrap();
        let signed = self.program.variable(self.target).integer.signed;
        view(arithmetic, signed, bits)
    }
}

/// The context does not determine how indices are read: one of the two views has to fit.
fn matches_some_index_view(
    a: &Assignment,
    translated: &Translated,
    before: &State,
    check: impl Fn(&State) -> bool,
) -> bool {
    [false, true].into_iter().any(|signed| {
        let after = views(&a.program, translated, before, signed);
        check(&after)
    })
}

#[test]
fn wrapping_integers_are_exact() {
    let mut r = Random(5);
    let mut compared = 0;
    for round in 0..4000 {
        let a = assignment(&mut r, Operators::Exact, 8, 1 + round % 4);
        let translated = translate(&a.program, Arithmetic::Wrap).unwrap();
        if translated.abstracted > 0 {
            continue;
        }
        let image = a.image(&translated);
        for _ in 0..8 {
            let before = state(&a.program, &mut r);
            let expected = a.expected(Arithmetic::Wrap, &before);
            let exact = matches_some_index_view(&a, &translated, &before, |after| {
                eval(&a.program.terms, after, image) == expected
            });
            assert!(exact, "{before:?}\n{}", a.program.listing());
            compared += 1;
        }
    }
    assert!(compared > 20_000, "only {compared} terms compared");
}

/// Whether a sum, product or negation in the term leaves the range of one of the views.
fn overflows(program: &Program, before: &State, term: TermId) -> bool {
    let terms = &program.terms;
    terms.postorder(&[term]).into_iter().any(|t| {
        let args = terms.args(t);
        let Some(width) = terms.sort(t).width() else {
            return false;
        };
        [true, false].into_iter().any(|signed| {
            let number = |t: TermId| -> IBig {
                let bits = eval(terms, before, t).as_bv().unwrap();
                let signed = signed || terms.as_bv(t).is_some();
                match view(Arithmetic::Int, signed, bits) {
                    Value::Int(n) => n,
                    _ => unreachable!(),
                }
            };
            let ideal = match terms.op(t) {
                Op::BvAdd => number(args[0]) + number(args[1]),
                Op::BvSub => number(args[0]) - number(args[1]),
                Op::BvMul => number(args[0]) * number(args[1]),
                Op::BvShl => {
                    number(args[0])
                        << eval(terms, before, args[1])
                            .as_bv()
                            .unwrap()
                            .unsigned()
                            .min(64) as usize
                }
                Op::BvNeg => -number(args[0]),
                Op::BvSdiv => return width == 1 || number(args[1]) == IBig::from(-1),
                _ => return false,
            };
            let (low, high) = if signed {
                (
                    -(IBig::ONE << (width - 1) as usize),
                    (IBig::ONE << (width - 1) as usize) - 1,
                )
            } else {
                (IBig::ZERO, (IBig::ONE << width as usize) - 1)
            };
            width > 1 && (ideal < low || ideal > high)
        })
    })
}

#[test]
fn ideal_integers_are_exact_where_nothing_overflows() {
    let mut r = Random(6);
    let (mut compared, mut skipped) = (0, 0);
    for round in 0..4000 {
        let a = assignment(&mut r, Operators::Exact, 8, 1 + round % 3);
        let translated = translate(&a.program, Arithmetic::Int).unwrap();
        let image = a.image(&translated);
        if translated.abstracted > 0 {
            continue;
        }
        for _ in 0..8 {
            let before = state(&a.program, &mut r);
            if overflows(&a.program, &before, a.term) {
                skipped += 1;
                continue;
            }
            let expected = a.expected(Arithmetic::Int, &before);
            let exact = matches_some_index_view(&a, &translated, &before, |after| {
                eval(&a.program.terms, after, image) == expected
            });
            assert!(
                exact,
                "{before:?}\n{}\n{}",
                a.program.listing(),
                translated.program.listing()
            );
            compared += 1;
        }
    }
    assert!(compared > 10_000, "{compared} compared, {skipped} skipped");
}

/// Whether values of the temporaries exist with which the translated edge does what the original
/// does: every value in reach is tried.
fn some_choice_fits(
    a: &Assignment,
    translated: &Translated,
    start: &State,
    expected: &Value,
) -> bool {
    let terms = &a.program.terms;
    let cfa = translated.program.entry_cfa();
    let mut states = vec![start.clone()];
    let mut location = cfa.entry;
    loop {
        let edge = cfa.outgoing(location).next().unwrap().1;
        match &edge.operation {
            Operation::Havoc { target, .. } => {
                let symbol = name(terms, translated.program.symbol(*target));
                let numbers = (-33..=64).map(|n| {
                    view(
                        translated.arithmetic,
                        true,
                        invar_term::BvValue::from_signed(16, n),
                    )
                });
                let values: Vec<Value> = match translated.program.sort(*target) {
                    invar_term::Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
                    _ => numbers.collect(),
                };
                states = states
                    .iter()
                    .flat_map(|s| {
                        values.iter().map(move |v| {
                            let mut s = s.clone();
                            s.insert(symbol, v.clone());
                            s
                        })
                    })
                    .collect();
            }
            Operation::Assume { condition, .. } => {
                states.retain(|s| eval(terms, s, *condition) == Value::Bool(true));
            }
            Operation::Assign { value, .. } => {
                return states.iter().any(|s| eval(terms, s, *value) == *expected);
            }
            other => panic!("unexpected {other:?}"),
        }
        location = edge.to;
    }
}

#[test]
fn any_value_never_excludes_the_true_one() {
    let mut r = Random(7);
    for arithmetic in [Arithmetic::Wrap, Arithmetic::Int, Arithmetic::Real] {
        let mut compared = 0;
        for round in 0..1000 {
            let a = assignment(&mut r, Operators::All, 3, 1 + round % 2);
            let translated = translate(&a.program, arithmetic).unwrap();
            if translated.abstracted == 0 || translated.abstracted > 2 {
                continue;
            }
            let before = state(&a.program, &mut r);
            if arithmetic != Arithmetic::Wrap && overflows(&a.program, &before, a.term) {
                continue;
            }
            let expected = a.expected(arithmetic, &before);
            let fits = matches_some_index_view(&a, &translated, &before, |start| {
                some_choice_fits(&a, &translated, start, &expected)
            });
            assert!(
                fits,
                "{arithmetic}: {before:?}\n{}\n{}",
                a.program.listing(),
                translated.program.listing()
            );
            compared += 1;
        }
        assert!(compared > 50, "{arithmetic}: only {compared} compared");
    }
}
