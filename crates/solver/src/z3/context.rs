//! Owned handles of Z3 objects: reference counts are kept here and nowhere else.
#![allow(unsafe_code)]

use std::ffi::{CStr, CString, c_uint};
use std::rc::Rc;
use z3_sys as z3;

/// An error that Z3 reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// Z3 is over its memory limit.
    Memory,
    /// Anything else, in Z3's words.
    Other(String),
}

/// What Z3 calls return here.
pub(crate) type Outcome<T> = Result<T, Failure>;

/// A Z3 context of our own; every other handle keeps it alive.
pub(crate) struct Context {
    raw: z3::Z3_context,
}

impl Context {
    pub(crate) fn new() -> Outcome<Rc<Context>> {
        // SAFETY: the configuration is deleted once, after its only use. Without an error handler
        // Z3 reports errors through codes instead of ending the process.
        unsafe {
            let config = z3::Z3_mk_config().ok_or(Failure::Memory)?;
            let raw = z3::Z3_mk_context_rc(config);
            z3::Z3_del_config(config);
            let raw = raw.ok_or(Failure::Memory)?;
            z3::Z3_set_error_handler(raw, None);
            Ok(Rc::new(Context { raw }))
        }
    }

    pub(crate) fn raw(&self) -> z3::Z3_context {
        self.raw
    }

    /// The error of the last call.
    pub(crate) fn failure(&self) -> Option<Failure> {
        // SAFETY: the context lives as long as `self`; the message is copied at once.
        unsafe {
            match z3::Z3_get_error_code(self.raw) {
                z3::ErrorCode::Ok => None,
                z3::ErrorCode::MemoutFail => Some(Failure::Memory),
                code => {
                    let message = text(z3::Z3_get_error_msg(self.raw, code));
                    Some(classify(message))
                }
            }
        }
    }

    /// Turns a null result into the error after it.
    pub(crate) fn expect<T>(&self, result: Option<T>) -> Outcome<T> {
        match (result, self.failure()) {
            (_, Some(failure)) => Err(failure),
            (Some(value), None) => Ok(value),
            (None, None) => Err(Failure::Other("null result without an error".into())),
        }
    }

    /// Takes a counted reference to an AST that a call returned.
    pub(crate) fn own(self: &Rc<Self>, result: Option<z3::Z3_ast>) -> Outcome<Ast> {
        let raw = self.expect(result)?;
        // SAFETY: `raw` was just returned by a call on this context.
        unsafe { z3::Z3_inc_ref(self.raw, raw) };
        Ok(Ast {
            raw,
            context: Rc::clone(self),
        })
    }

    /// Takes a counted reference to a sort that a call returned.
    pub(crate) fn own_sort(self: &Rc<Self>, result: Option<z3::Z3_sort>) -> Outcome<SortHandle> {
        let raw = self.expect(result)?;
        // SAFETY: a sort is an AST of this context.
        let ast = self.own(unsafe { z3::Z3_sort_to_ast(self.raw, raw) })?;
        Ok(SortHandle { raw, _ast: ast })
    }

    /// An interned name.
    pub(crate) fn symbol(&self, name: &str) -> Outcome<z3::Z3_symbol> {
        let name = CString::new(name).map_err(|_| Failure::Other("NUL in a name".into()))?;
        // SAFETY: Z3 copies the string; symbols are never freed.
        self.expect(unsafe { z3::Z3_mk_string_symbol(self.raw, name.as_ptr()) })
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: every handle holds an `Rc` of the context, so none is left.
        unsafe { z3::Z3_del_context(self.raw) }
    }
}

/// Z3 reports memory exhaustion as an exception with a message in some places.
pub(crate) fn classify(message: String) -> Failure {
    let lower = message.to_ascii_lowercase();
    if lower.contains("memout") || lower.contains("memory") {
        Failure::Memory
    } else {
        Failure::Other(message)
    }
}

/// Copies a string that Z3 owns until the next call.
///
/// # Safety
/// `raw` is null or was returned by the last Z3 call on this thread's context.
pub(crate) unsafe fn text(raw: z3::Z3_string) -> String {
    if raw.is_null() {
        return String::new();
    }
    // SAFETY: not null and, by the contract, still alive and terminated.
    unsafe { CStr::from_ptr(raw) }
        .to_string_lossy()
        .into_owned()
}

/// A counted AST.
pub(crate) struct Ast {
    raw: z3::Z3_ast,
    context: Rc<Context>,
}

impl Ast {
    pub(crate) fn raw(&self) -> z3::Z3_ast {
        self.raw
    }
}

impl Drop for Ast {
    fn drop(&mut self) {
        // SAFETY: the reference was taken in `Context::own`.
        unsafe { z3::Z3_dec_ref(self.context.raw, self.raw) }
    }
}

/// A counted sort.
pub(crate) struct SortHandle {
    raw: z3::Z3_sort,
    _ast: Ast,
}

impl SortHandle {
    pub(crate) fn raw(&self) -> z3::Z3_sort {
        self.raw
    }
}

/// A counted solver object.
pub(crate) struct Engine {
    raw: z3::Z3_solver,
    context: Rc<Context>,
}

/// What a check said.
pub(crate) enum Outcome3 {
    /// Satisfiable.
    Sat,
    /// Unsatisfiable.
    Unsat,
    /// Neither, with Z3's reason.
    Unknown(String),
}

/// Which of Z3's solvers to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Z3Solver {
    /// The solver that Z3 chooses by itself.
    Automatic,
    /// The incremental core without tactics.
    Simple,
    /// The solver for this SMT-LIB logic.
    Logic(&'static str),
}

impl Engine {
    pub(crate) fn new(context: &Rc<Context>, kind: Z3Solver) -> Outcome<Engine> {
        // SAFETY: the context is alive; the reference taken here is given back in `drop`.
        unsafe {
            let raw = match kind {
                Z3Solver::Automatic => z3::Z3_mk_solver(context.raw),
                Z3Solver::Simple => z3::Z3_mk_simple_solver(context.raw),
                Z3Solver::Logic(name) => {
                    z3::Z3_mk_solver_for_logic(context.raw, context.symbol(name)?)
                }
            };
            let raw = context.expect(raw)?;
            z3::Z3_solver_inc_ref(context.raw, raw);
            Ok(Engine {
                raw,
                context: Rc::clone(context),
            })
        }
    }

    pub(crate) fn raw(&self) -> z3::Z3_solver {
        self.raw
    }

    /// Sets numeric parameters.
    pub(crate) fn set(&self, parameters: &[(&str, u32)]) -> Outcome<()> {
        let c = self.context.raw;
        // SAFETY: the parameter set is counted for the duration of the block.
        unsafe {
            let set = self.context.expect(z3::Z3_mk_params(c))?;
            z3::Z3_params_inc_ref(c, set);
            for (name, value) in parameters {
                z3::Z3_params_set_uint(c, set, self.context.symbol(name)?, *value as c_uint);
            }
            z3::Z3_solver_set_params(c, self.raw, set);
            z3::Z3_params_dec_ref(c, set);
        }
        self.done()
    }

    fn done(&self) -> Outcome<()> {
        self.context.failure().map_or(Ok(()), Err)
    }

    pub(crate) fn push(&self) -> Outcome<()> {
        // SAFETY: both handles are alive.
        unsafe { z3::Z3_solver_push(self.context.raw, self.raw) };
        self.done()
    }

    pub(crate) fn pop(&self) -> Outcome<()> {
        // SAFETY: both handles are alive; the caller has an open scope.
        unsafe { z3::Z3_solver_pop(self.context.raw, self.raw, 1) };
        self.done()
    }

    pub(crate) fn assert(&self, term: &Ast) -> Outcome<()> {
        // SAFETY: all handles are alive and of one context.
        unsafe { z3::Z3_solver_assert(self.context.raw, self.raw, term.raw) };
        self.done()
    }

    pub(crate) fn check(&self, literals: &[z3::Z3_ast]) -> Outcome<Outcome3> {
        let c = self.context.raw;
        // SAFETY: the literals are kept alive by the caller's cache.
        let verdict = unsafe {
            z3::Z3_solver_check_assumptions(
                c,
                self.raw,
                literals.len() as c_uint,
                literals.as_ptr(),
            )
        };
        self.done()?;
        Ok(match verdict {
            z3::Z3_L_TRUE => Outcome3::Sat,
            z3::Z3_L_FALSE => Outcome3::Unsat,
            // SAFETY: the reason is copied at once.
            _ => Outcome3::Unknown(unsafe { text(z3::Z3_solver_get_reason_unknown(c, self.raw)) }),
        })
    }

    /// The assumptions in the unsatisfiable core of the last check. They are among the literals
    /// given to it, so they are only compared, never dereferenced.
    pub(crate) fn core(&self) -> Outcome<Vec<z3::Z3_ast>> {
        let c = self.context.raw;
        // SAFETY: the vector is counted for the duration of the block.
        unsafe {
            let vector = self
                .context
                .expect(z3::Z3_solver_get_unsat_core(c, self.raw))?;
            z3::Z3_ast_vector_inc_ref(c, vector);
            let members = (0..z3::Z3_ast_vector_size(c, vector))
                .map(|i| self.context.expect(z3::Z3_ast_vector_get(c, vector, i)))
                .collect();
            z3::Z3_ast_vector_dec_ref(c, vector);
            members
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // SAFETY: the reference was taken in `new`.
        unsafe { z3::Z3_solver_dec_ref(self.context.raw, self.raw) }
    }
}
