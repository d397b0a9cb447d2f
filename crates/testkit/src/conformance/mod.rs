//! What every solver back end must do, as functions that panic when it does not.
//!
//! [`crate::conformance_suite!`] makes one test of each.

mod arrays;
mod bits;
mod budgets;
mod floats;
mod logic;
mod numbers;
mod random_floats;
mod random_queries;
mod scopes;

pub use arrays::{array_models, arrays_decide, constant_array_reads, constant_arrays};
pub use bits::{bit_vector_operators, wide_bit_vectors};
pub use budgets::{cancelled_queries, exhausted_budgets, hard_queries_stop, heavy_assertions_stop};
pub use floats::{
    constant_float_arrays, extended_floats, float_arithmetic, float_arrays, float_bits,
    float_conversions, float_division, float_predicates, float_remainder, float_truncation,
    floats_decide, no_extended_floats, no_floats, quad_floats,
};
pub use logic::{
    assumption_kinds, booleans, contradictory_assumptions, cores, small_cores, strange_names,
};
pub use numbers::{conversions, linear_numbers, mixed_theories, no_numbers};
pub use random_floats::random_float_queries;
pub use random_queries::random_queries;
pub use scopes::{deep_terms, scopes, scopes_of_assumptions};

use invar_solver::{Answer, Budget, Core, Model, Solver, SolverFactory};
use invar_term::{Evaluator, TermId, TermStore};
use std::sync::Arc;
use std::time::Duration;

/// A solver under test with its terms.
pub struct Bench<'a> {
    /// The terms.
    pub terms: Arc<TermStore>,
    /// The solver.
    pub solver: Box<dyn Solver>,
    factory: &'a dyn SolverFactory,
}

impl<'a> Bench<'a> {
    /// A new solver over a new store.
    pub fn new(factory: &'a dyn SolverFactory) -> Bench<'a> {
        let terms = Arc::new(TermStore::new());
        let solver = factory.make(&terms).expect("the solver starts");
        Bench {
            terms,
            solver,
            factory,
        }
    }

    /// Asserts a term.
    pub fn assert(&mut self, term: TermId) {
        self.solver.assert(term).expect("the term is supported");
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        self.solver.push().expect("a scope opens");
    }

    /// Closes a scope.
    pub fn pop(&mut self) {
        self.solver.pop().expect("a scope closes");
    }

    /// The answer, within a minute.
    pub fn check(&mut self, assumptions: &[TermId]) -> Answer {
        self.solver
            .check(assumptions, &Budget::lasting(Duration::from_secs(60)))
    }

    /// The model of a satisfiable query; the assumptions are evaluated under it.
    #[track_caller]
    pub fn sat(&mut self, assumptions: &[TermId]) -> Model {
        match self.check(assumptions) {
            Answer::Sat(model) => {
                let mut evaluator = Evaluator::new(&self.terms, &model);
                for assumption in assumptions {
                    assert_eq!(
                        evaluator.eval_bool(*assumption),
                        Ok(true),
                        "assumption in model"
                    );
                }
                model
            }
            other => panic!("{}: expected sat, found {other:?}", self.factory.name()),
        }
    }

    /// The core of an unsatisfiable query: a subset of the assumptions that is unsatisfiable too.
    #[track_caller]
    pub fn unsat(&mut self, assumptions: &[TermId]) -> Core {
        let core = self.refuted(assumptions);
        assert!(
            core.assumptions.iter().all(|a| assumptions.contains(a)),
            "core is no subset"
        );
        self.refuted(&core.assumptions);
        core
    }

    #[track_caller]
    fn refuted(&mut self, assumptions: &[TermId]) -> Core {
        match self.check(assumptions) {
            Answer::Unsat(core) => core,
            other => panic!("{}: expected unsat, found {other:?}", self.factory.name()),
        }
    }
}

/// Makes a module of tests, one for each requirement, for the factory that an expression makes.
/// With a list in brackets, only of those requirements.
#[macro_export]
macro_rules! conformance_suite {
    ($module:ident, $factory:expr) => {
        $crate::conformance_suite!($module, $factory, [
            booleans, cores, small_cores, assumption_kinds, contradictory_assumptions, strange_names,
            bit_vector_operators, wide_bit_vectors, arrays_decide, array_models, constant_arrays,
            constant_array_reads, constant_float_arrays,
            scopes, scopes_of_assumptions, deep_terms, linear_numbers, conversions,
            mixed_theories, random_queries, exhausted_budgets, hard_queries_stop,
            heavy_assertions_stop, cancelled_queries, float_arithmetic, float_division,
            float_predicates, float_conversions, float_truncation, float_remainder, floats_decide,
            float_bits, float_arrays, extended_floats, quad_floats, random_float_queries
        ]);
    };
    ($module:ident, $factory:expr, [$($case:ident),* $(,)?]) => {
        mod $module {
            $(
                #[test]
                fn $case() {
                    $crate::conformance::$case(&$factory);
                }
            )*
        }
    };
}
