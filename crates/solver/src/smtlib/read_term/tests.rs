//! Replies that are read, and replies that are refused.

use super::{Refused, read_term};
use crate::smtlib::sexpr::{Parser, Sexpr};
use invar_term::{IBig, RBig, Sort, TermId, TermStore, Value};
use rustc_hash::FxHashMap;

fn parse(text: &str) -> Sexpr {
    let mut parser = Parser::default();
    parser.feed(text.as_bytes());
    parser.finish();
    parser.next().expect("one reply")
}

struct Fixture {
    terms: TermStore,
    symbols: FxHashMap<String, TermId>,
}

impl Fixture {
    fn new() -> Fixture {
        let terms = TermStore::new();
        let mut symbols = FxHashMap::default();
        let array = Sort::array(Sort::BitVec(8), Sort::BitVec(8));
        for (names, sort) in [
            ("xyz", Sort::Int),
            ("rs", Sort::Real),
            ("pq", Sort::Bool),
            ("ab", Sort::BitVec(8)),
            ("m", array),
        ] {
            for name in names.chars().map(String::from) {
                symbols.insert(name.clone(), terms.symbol(&name, &sort));
            }
        }
        Fixture { terms, symbols }
    }

    fn read(&self, text: &str) -> Result<TermId, Refused> {
        read_term(&self.terms, &self.symbols, &parse(text))
    }

    fn same(&self, text: &str, wanted: TermId) {
        assert_eq!(self.read(text), Ok(wanted), "{text}");
    }
}

#[test]
fn what_solvers_write_is_read() {
    let f = Fixture::new();
    let t = &f.terms;
    let [x, y, z, r, p, q, a, b, m] =
        ["x", "y", "z", "r", "p", "q", "a", "b", "m"].map(|n| f.symbols[n]);
    let int = |n: i64| t.constant(&Value::Int(IBig::from(n)));
    f.same("(not (and p |q|))", t.not(t.and(&[p, q])));
    f.same("(=> p q false)", t.implies(p, t.implies(q, t.fls())));
    f.same("(ite p q true)", t.ite(p, q, t.tru()));
    f.same("(< x y z)", t.and(&[t.lt(x, y), t.lt(y, z)]));
    f.same("(>= x (- 3))", t.le(int(-3), x));
    f.same("(<= -3 x)", t.le(int(-3), x));
    f.same("(> (- x y 1) 0)", t.lt(int(0), t.sub(t.sub(x, y), int(1))));
    f.same(
        "(<= (+ x (* (- 1) y) 2) 0)",
        t.le(t.add(t.add(x, t.mul(int(-1), y)), int(2)), int(0)),
    );
    f.same("(distinct x y)", t.ne(x, y));
    f.same(
        "(= (mod x 2) (div y 3))",
        t.eq(
            t.app(invar_term::Op::IntMod, &[x, int(2)]),
            t.app(invar_term::Op::IntDiv, &[y, int(3)]),
        ),
    );
    let half = t.constant(&Value::Real(RBig::from(1) / RBig::from(2)));
    for text in [
        "(<= r 0.5)",
        "(<= r (/ 1 2))",
        "(<= r 1/2)",
        "(<= r (/ 1.0 2.0))",
    ] {
        f.same(text, t.le(r, half));
    }
    let five = t.bv(8, 5);
    for text in [
        "(bvult a #b00000101)",
        "(bvult a #x05)",
        "(bvugt (_ bv5 8) a)",
    ] {
        f.same(text, t.app(invar_term::Op::BvUlt, &[a, five]));
    }
    f.same(
        "(= ((_ extract 3 0) a) ((_ extract 7 4) b))",
        t.eq(t.extract(3, 0, a), t.extract(7, 4, b)),
    );
    f.same(
        "(= ((_ zero_extend 0) a) (select m b))",
        t.eq(a, t.app(invar_term::Op::Select, &[m, b])),
    );
    f.same(
        "(= (bvcomp a b) #b1)",
        t.eq(t.ite(t.eq(a, b), t.bv(1, 1), t.bv(1, 0)), t.bv(1, 1)),
    );
}

/// The values of a `let` are read outside its scope, and a scope ends.
#[test]
fn bindings_have_scopes() {
    let f = Fixture::new();
    let t = &f.terms;
    let [x, y] = ["x", "y"].map(|n| f.symbols[n]);
    f.same("(let ((x y) (y x)) (< x y))", t.lt(y, x));
    f.same(
        "(and (let ((.c (< x y))) .c) (let ((.c (< y x))) (not .c)))",
        t.and(&[t.lt(x, y), t.not(t.lt(y, x))]),
    );
    f.same(
        "(let ((.c x)) (and (let ((.c y)) (< .c 0)) (< .c 1)))",
        t.and(&[
            t.lt(y, t.constant(&Value::Int(IBig::from(0)))),
            t.lt(x, t.constant(&Value::Int(IBig::from(1)))),
        ]),
    );
    assert!(f.read("(and (let ((.c p)) .c) .c)").is_err());
}

#[test]
fn what_is_not_known_is_refused() {
    let f = Fixture::new();
    for text in [
        "w",
        "(forall ((i Int)) (< i x))",
        "(exists ((i Int)) (< i x))",
        "(@diff m m)",
        "(bvsmod a b)",
        "(! p :named n)",
        "((as const (Array Int Int)) 0)",
        "(_ bv5 0)",
        "(_ bv5 4000)",
        "(let ((c)) p)",
        "()",
        "(and)",
        "\"p\"",
        // Not well sorted.
        "(and p x)",
        "(< x r)",
        "(bvult a #b1)",
        "((_ extract 8 0) a)",
        "((_ zero_extend 4294967295) a)",
        "(ite p x q)",
        "(not p q)",
        "(- p)",
        "(= x)",
    ] {
        assert!(f.read(text).is_err(), "{text}");
    }
    assert_eq!(f.read("(bvsmod a b)"), Err(Refused("`bvsmod`".into())));
}

#[test]
fn deep_replies_are_read() {
    let f = Fixture::new();
    let depth = 200_000;
    let text = format!("{}p{}", "(not ".repeat(depth), ")".repeat(depth));
    f.same(&text, f.symbols["p"]);
}
