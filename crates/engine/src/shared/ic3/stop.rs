//! Why a search stops without an answer.

use crate::EngineError;
use invar_cfa::UnsupportedId;
use invar_term::EvalError;
use invar_verdict::Reason;

/// Why a search stops without an answer.
#[derive(Debug)]
pub(crate) enum Stop {
    /// For a reason that the user should know.
    Reason(Reason),
    /// Because something was reached that is not modelled.
    Unsupported(UnsupportedId),
    /// Because a solver cannot be used.
    Error(EngineError),
}

impl From<EngineError> for Stop {
    fn from(error: EngineError) -> Stop {
        Stop::Error(error)
    }
}

impl From<Reason> for Stop {
    fn from(reason: Reason) -> Stop {
        Stop::Reason(reason)
    }
}

impl From<EvalError> for Stop {
    fn from(error: EvalError) -> Stop {
        let message = format!("a model could not be evaluated: {error}");
        Stop::Reason(Reason::SolverGaveUp { message })
    }
}
