//! Every back end passes the conformance suite.

use invar_solver::{CascadeFactory, SmtLibFactory, Z3Factory};
use invar_testkit::conformance_suite;

conformance_suite!(z3_in_process, super::Z3Factory::default());
conformance_suite!(cascade, super::CascadeFactory::quick());
conformance_suite!(z3_binary, super::SmtLibFactory::z3());

// cvc5 certifies: its cores are unsatisfiable but may be all assumptions.
conformance_suite!(
    cvc5,
    super::SmtLibFactory::cvc5(),
    [
        booleans,
        cores,
        assumption_kinds,
        contradictory_assumptions,
        strange_names,
        bit_vector_operators,
        wide_bit_vectors,
        arrays_decide,
        array_models,
        constant_arrays,
        constant_array_reads,
        constant_float_arrays,
        scopes,
        scopes_of_assumptions,
        deep_terms,
        linear_numbers,
        conversions,
        mixed_theories,
        random_queries,
        exhausted_budgets,
        hard_queries_stop,
        heavy_assertions_stop,
        cancelled_queries,
        float_arithmetic,
        float_division,
        float_predicates,
        float_conversions,
        float_truncation,
        float_remainder,
        floats_decide,
        float_bits,
        float_arrays,
        extended_floats,
        quad_floats,
        random_float_queries,
    ]
);

// Yices knows neither constant arrays nor conversions between bit-vectors and integers nor IEEE
// numbers.
conformance_suite!(
    yices,
    super::SmtLibFactory::yices(),
    [
        booleans,
        cores,
        small_cores,
        assumption_kinds,
        contradictory_assumptions,
        strange_names,
        bit_vector_operators,
        wide_bit_vectors,
        arrays_decide,
        array_models,
        scopes,
        scopes_of_assumptions,
        deep_terms,
        linear_numbers,
        mixed_theories,
        random_queries,
        exhausted_budgets,
        hard_queries_stop,
        heavy_assertions_stop,
        cancelled_queries,
        no_floats,
    ]
);

// Bitwuzla knows neither integers nor reals nor the format of `long double`; it gives up on
// equality with constant arrays.
conformance_suite!(
    bitwuzla,
    super::SmtLibFactory::bitwuzla(),
    [
        booleans,
        cores,
        small_cores,
        assumption_kinds,
        contradictory_assumptions,
        strange_names,
        bit_vector_operators,
        wide_bit_vectors,
        arrays_decide,
        array_models,
        constant_array_reads,
        scopes,
        scopes_of_assumptions,
        deep_terms,
        random_queries,
        exhausted_budgets,
        hard_queries_stop,
        heavy_assertions_stop,
        cancelled_queries,
        float_arithmetic,
        float_division,
        float_predicates,
        float_conversions,
        float_truncation,
        float_remainder,
        floats_decide,
        float_bits,
        float_arrays,
        quad_floats,
        random_float_queries,
        no_numbers,
        no_extended_floats,
    ]
);

// Cores that are not asked for are all assumptions: unsatisfiable too. `booleans` is not here, because it wants
// an empty core where the assertions alone are contradictory.
conformance_suite!(
    cvc5_without_cores,
    super::SmtLibFactory::cvc5().without_cores(),
    [
        cores,
        assumption_kinds,
        contradictory_assumptions,
        scopes,
        scopes_of_assumptions,
        random_queries,
        exhausted_budgets,
    ]
);
