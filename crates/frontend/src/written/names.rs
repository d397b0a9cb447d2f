//! Names that are made for contracts.

/// What a call returns, in the syntax of contracts.
pub(super) const RESULT: &str = "__CPROVER_return_value";
/// Begins all names that are made for contracts.
pub(super) const GENERATED: &str = "__invar_";
/// Begins the name of the function that checks a contract.
pub(super) const CHECK: &str = "__invar_check_";
/// Begins the names of the functions that stand for calls.
pub(super) const CALL: &str = "__invar_call_";
/// Begins the names of the functions that check what is required, and then call.
pub(super) const ENTER: &str = "__invar_enter_";
