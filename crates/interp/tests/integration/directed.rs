//! Runs that are led to an error by their conditions.

use crate::programs::program;
use invar_budget::Moment;
use invar_cfa::{EdgeId, FunctionId, Program};
use invar_interp::{
    DirectedLimits, Focus, InputSolver, Limits, Oracle, Outcome, Silent, directed_search, run,
};
use invar_term::{BvValue, Evaluator, Sort, SymbolId, TermId, TermStore, Value};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::time::Duration;

/// Tries all values of up to two inputs of eight bits.
struct Exhaustive(Arc<TermStore>);

impl InputSolver for Exhaustive {
    fn solve(&mut self, conditions: &[TermId]) -> Option<Vec<(SymbolId, Value)>> {
        let symbols = self.0.symbols_of(conditions);
        let count = 1u32 << (8 * symbols.len().min(2));
        (0..count).find_map(|number| {
            let bytes = [number & 255, number >> 8, 0, 0].into_iter();
            let values = symbols.iter().zip(bytes).map(|(symbol, byte)| {
                let byte = Value::Bv(BvValue::new(8, u128::from(byte)));
                (*symbol, byte)
            });
            let values: Vec<_> = values.collect();
            let known: FxHashMap<SymbolId, Value> = values.iter().cloned().collect();
            let mut evaluator = Evaluator::new(&self.0, &known);
            let holds = |term: &TermId| evaluator.eval_bool(*term) == Ok(true);
            conditions.iter().all(holds).then_some(values)
        })
    }
}

struct InOrder(std::vec::IntoIter<Value>);

impl Oracle for InOrder {
    fn choose(&mut self, _: FunctionId, _: EdgeId, sort: &Sort) -> Value {
        let next = self.0.next();
        next.unwrap_or_else(|| Value::zero(sort).expect("sorts of C have zeros"))
    }
}

fn found(program: &Program) -> Option<Vec<Value>> {
    let limits = DirectedLimits {
        steps: 5_000,
        idle_branches: 60,
        deadline: Some(Moment::now() + Duration::from_secs(20)),
    };
    let mut solver = Exhaustive(Arc::clone(&program.terms));
    directed_search(program, Focus::default(), &mut solver, limits)
}

#[track_caller]
fn is_found(text: &str) {
    let program = program(text);
    let inputs = found(&program).expect("a run to the error");
    let mut oracle = InOrder(inputs.into_iter());
    let outcome = run(&program, &mut oracle, &mut Silent, &Limits::default());
    assert!(matches!(outcome, Outcome::Error(_)), "{outcome:?}");
}

#[test]
fn conditions_on_inputs_lead_through_calls_and_memory() {
    is_found(
        "struct s { unsigned char key; struct s *next; };
        static struct s all[2];
        static unsigned char mixed(unsigned char a, unsigned char b) { return (a ^ b) + 7; }
        static void fill(struct s *p) { p->key = __VERIFIER_nondet_uchar(); }
        int main(void) {
            all[0].next = &all[1];
            fill(all[0].next);
            unsigned char x = __VERIFIER_nondet_uchar();
            if (all[1].key == 93)
                if (mixed(x, all[0].next->key) == 201)
                    reach_error();
            return 0;
        }",
    );
}

#[test]
fn runs_that_an_assumption_ends_are_repaired() {
    is_found(
        "int main(void) {
            unsigned char x = __VERIFIER_nondet_uchar();
            __VERIFIER_assume(x > 200);
            __VERIFIER_assume(x % 16 == 5);
            unsigned char y = __VERIFIER_nondet_uchar();
            __VERIFIER_assume(y == x + 10);
            if (y == 223) reach_error();
            return 0;
        }",
    );
}

#[test]
fn nothing_is_found_where_there_is_no_error() {
    let program = program(
        "int main(void) {
            unsigned char x = __VERIFIER_nondet_uchar();
            if (x * 2 == 7) reach_error();
            return 0;
        }",
    );
    assert_eq!(found(&program), None);
}
