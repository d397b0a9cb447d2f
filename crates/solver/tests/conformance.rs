//! Every back end passes the conformance suite.

use invar_solver::{SmtLibFactory, Z3Factory};
use invar_testkit::conformance_suite;

conformance_suite!(z3_in_process, super::Z3Factory::default());
conformance_suite!(z3_binary, super::SmtLibFactory::z3());
conformance_suite!(cvc5, super::SmtLibFactory::cvc5());
conformance_suite!(yices, super::SmtLibFactory::yices());
