//! Terms over integers and reals as text.

use invar_cfa::{DataModel, IntegerType, Program, Property, Scope};
use invar_report::c_expression;
use invar_term::{IBig, Op, RBig, Sort, TermId, TermStore};
use std::sync::Arc;

fn program() -> Program {
    let terms = Arc::new(TermStore::new());
    let mut program = Program::new(terms, DataModel::Lp64, Property::ASSERT);
    let integer = IntegerType {
        width: 32,
        signed: true,
    };
    let array = Sort::array(Sort::Int, Sort::Int);
    for (name, sort) in [
        ("x", Sort::Int),
        ("y", Sort::Int),
        ("r", Sort::Real),
        ("a", array),
    ] {
        let scope = Scope::Global;
        let symbol = format!("{name}#other");
        program.add_variable(&symbol, Some(name), &sort, integer, "int", scope, None);
    }
    program
}

/// Terms as they are written, without simplification.
struct Builder<'p>(&'p Program);

impl Builder<'_> {
    fn variable(&self, name: &str) -> TermId {
        let mut ids = self.0.variable_ids();
        let id = ids.find(|v| self.0.variable(*v).source_name.as_deref() == Some(name));
        self.0.symbol(id.expect("a variable of the test"))
    }

    fn int(&self, value: i64) -> TermId {
        self.0.terms.raw(Op::IntConst(IBig::from(value)), &[])
    }

    fn real(&self, over: i64, under: u64) -> TermId {
        let value = RBig::from_parts(over.into(), under.into());
        self.0.terms.raw(Op::RealConst(value), &[])
    }

    fn of(&self, op: Op, args: &[TermId]) -> TermId {
        self.0.terms.raw(op, args)
    }
}

#[test]
fn texts_read_like_c_and_keep_the_structure() {
    let program = program();
    let b = Builder(&program);
    let (x, y, r, a) = (
        b.variable("x"),
        b.variable("y"),
        b.variable("r"),
        b.variable("a"),
    );
    let difference = b.of(Op::Add, &[x, b.of(Op::Mul, &[b.int(-1), y])]);
    let scaled = b.of(Op::Add, &[x, b.of(Op::Mul, &[b.int(-3), y])]);
    let at_most = b.of(Op::Le, &[difference, b.int(10)]);
    let positive = b.of(Op::Lt, &[b.int(0), x]);
    let cases = [
        (at_most, "x - y <= 10"),
        (positive, "x > 0"),
        (b.of(Op::Not, &[positive]), "x <= 0"),
        (b.of(Op::Not, &[b.of(Op::Eq, &[x, y])]), "x != y"),
        (b.of(Op::Eq, &[scaled, b.int(-4)]), "x - 3 * y == -4"),
        (
            b.of(Op::Le, &[b.of(Op::Neg, &[difference]), b.int(0)]),
            "-(x - y) <= 0",
        ),
        (
            b.of(Op::And, &[at_most, b.of(Op::Or, &[positive, at_most])]),
            "x - y <= 10 && (x > 0 || x - y <= 10)",
        ),
        (
            b.of(Op::Not, &[b.of(Op::And, &[at_most, positive])]),
            "!(x - y <= 10 && x > 0)",
        ),
        (
            b.of(
                Op::Eq,
                &[b.of(Op::IntMod, &[difference, b.int(4)]), b.int(1)],
            ),
            "(x - y) mod 4 == 1",
        ),
        (
            b.of(Op::Le, &[b.of(Op::Mul, &[b.real(1, 2), r]), b.real(3, 1)]),
            "(1/2) * r <= 3",
        ),
        (
            b.of(Op::Lt, &[b.of(Op::Select, &[a, difference]), x]),
            "a[x - y] < x",
        ),
        (
            b.of(Op::Eq, &[b.of(Op::Ite, &[positive, x, y]), y]),
            "(x > 0 ? x : y) == y",
        ),
    ];
    for (term, text) in cases {
        assert_eq!(c_expression(&program, term).as_deref(), Some(text));
    }
}

#[test]
fn what_has_no_name_has_no_text() {
    let program = program();
    let b = Builder(&program);
    let other = program.terms.symbol("in!3:int", &Sort::Int);
    assert_eq!(
        c_expression(&program, b.of(Op::Le, &[other, b.int(1)])),
        None
    );
    let array = b.variable("a");
    let itself = b.of(Op::Eq, &[array, array]);
    assert_eq!(c_expression(&program, itself), None);
}
