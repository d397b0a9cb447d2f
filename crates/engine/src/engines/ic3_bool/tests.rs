//! Clauses read as facts.

use super::facts::facts_at_heads;
use invar_cfa::{LocId, Program};
use invar_circuit::{Lit, Reset};
use invar_encode::{Arithmetic, Blasted, BlockGraph, TransitionSystem};
use invar_term::TermId;
use invar_testkit::programs::Builder;

/// x and y change in a loop; y must not be seven.
fn program() -> Program {
    let mut b = Builder::new();
    let (x, y) = (b.variable("x", 8), b.variable("y", 4));
    let (entry, body, next, error) = (b.cfa.entry, b.plain(), b.plain(), b.error());
    let bad = b.terms().eq(b.symbol(y), b.terms().bv(4, 7));
    b.branch(entry, bad, error, body);
    let low = b.terms().extract(3, 0, b.symbol(x));
    b.assign(body, next, y, low);
    b.havoc(next, entry, x);
    b.build()
}

struct Fixture {
    system: TransitionSystem,
    blasted: Blasted,
    x: TermId,
    y: TermId,
    head: LocId,
}

impl Fixture {
    fn new() -> Fixture {
        let program = program();
        let graph = BlockGraph::of(&program, Arithmetic::Bv).expect("a program with blocks");
        let system = TransitionSystem::of(&graph, &[]);
        let blasted = Blasted::of(&system).expect("bits only");
        Fixture {
            system,
            blasted,
            x: program.variables[0].symbol,
            y: program.variables[1].symbol,
            head: graph.entry,
        }
    }

    /// The latch of a bit.
    fn bit(&self, symbol: TermId, bit: u32) -> Lit {
        let id = self.system.terms.as_symbol(symbol).expect("a symbol");
        let at = |of: &invar_encode::BitOf| of.symbol == id && of.bit == bit;
        let number = self.blasted.latches.iter().position(at).expect("a latch");
        self.blasted.circuit.latches()[number].var.lit()
    }

    fn facts(&self, clause: Vec<Lit>) -> Vec<TermId> {
        let facts = facts_at_heads(&self.system, &self.blasted, &[clause]);
        assert!(facts.iter().all(|(head, _)| *head == self.head));
        facts.into_iter().map(|(_, fact)| fact).collect()
    }
}

#[test]
fn neighbouring_bits_are_one_equation() {
    let f = Fixture::new();
    let terms = &f.system.terms;
    // Excluded: y = 5, all of its bits.
    let clause = [0, 2].map(|bit| !f.bit(f.y, bit));
    let clause = clause.into_iter().chain([1, 3].map(|bit| f.bit(f.y, bit)));
    let expected = terms.ne(f.y, terms.bv(4, 5));
    assert_eq!(f.facts(clause.collect()), [expected]);
    // Excluded: x[1:0] = 1 and x[6] set.
    let clause = vec![!f.bit(f.x, 0), f.bit(f.x, 1), !f.bit(f.x, 6)];
    let low = terms.eq(terms.extract(1, 0, f.x), terms.bv(2, 1));
    let high = terms.eq(terms.extract(6, 6, f.x), terms.bv(1, 0));
    let expected = terms.or(&[terms.not(low), high]);
    assert_eq!(f.facts(clause), [expected]);
}

#[test]
fn the_counter_is_known_at_a_head() {
    let f = Fixture::new();
    let counter = f.system.counter();
    // The head is number zero: about another place this says nothing.
    let elsewhere = vec![!f.bit(counter, 0), f.bit(f.y, 3)];
    assert_eq!(f.facts(elsewhere), []);
    let here = vec![f.bit(counter, 0), f.bit(f.y, 3)];
    let terms = &f.system.terms;
    let set = terms.eq(terms.extract(3, 3, f.y), terms.bv(1, 1));
    assert_eq!(f.facts(here), [set]);
    let always = vec![f.bit(f.y, 3), !f.bit(f.y, 3)];
    assert_eq!(f.facts(always), []);
}

#[test]
fn nodes_that_are_no_latches_are_formulas() {
    let mut f = Fixture::new();
    let (a, b) = (f.bit(f.x, 0), f.bit(f.y, 1));
    let differ = f.blasted.circuit.xor(a, b);
    let said = f.facts(vec![differ]);
    let terms = f.system.terms.clone();
    let bit = |symbol, bit| terms.eq(terms.extract(bit, bit, symbol), terms.bv(1, 1));
    let (a, b) = (bit(f.x, 0), bit(f.y, 1));
    let both = terms.and(&[a, b]);
    let none = terms.and(&[terms.not(a), terms.not(b)]);
    let expected = terms.and(&[terms.not(both), terms.not(none)]);
    assert_eq!(said, [expected]);
    assert!(
        f.blasted
            .circuit
            .latches()
            .iter()
            .all(|l| l.reset == Reset::Zero)
    );
}
