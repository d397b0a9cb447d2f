//! Reading values back from a Z3 model.
#![allow(unsafe_code)]

use super::context::{Ast, Context, Failure, Outcome, text};
use super::float::Floats;
use crate::numeral;
use invar_term::{ArrayValue, BvValue, FloatFormat, FloatValue, Sort, Value};
use std::rc::Rc;
use z3_sys as z3;

/// A counted model.
pub(crate) struct ModelHandle {
    raw: z3::Z3_model,
    context: Rc<Context>,
}

impl Drop for ModelHandle {
    fn drop(&mut self) {
        // SAFETY: the reference was taken in `new`.
        unsafe { z3::Z3_model_dec_ref(self.context.raw(), self.raw) }
    }
}

impl ModelHandle {
    /// The model of the last satisfiable check of `engine`.
    pub(crate) fn new(context: &Rc<Context>, engine: z3::Z3_solver) -> Outcome<ModelHandle> {
        let c = context.raw();
        // SAFETY: the engine is alive; the reference is given back in `drop`.
        unsafe {
            let raw = context.expect(z3::Z3_solver_get_model(c, engine))?;
            z3::Z3_model_inc_ref(c, raw);
            Ok(ModelHandle {
                raw,
                context: Rc::clone(context),
            })
        }
    }

    /// The value of a symbol of sort `sort`, completed where the model leaves it open.
    pub(crate) fn value(&self, symbol: &Ast, sort: &Sort) -> Outcome<Value> {
        let mut result = None;
        // SAFETY: `result` is a nullable out parameter of pointer size: `Option` of a non-null
        // pointer is a nullable pointer.
        let evaluated = unsafe {
            z3::Z3_model_eval(
                self.context.raw(),
                self.raw,
                symbol.raw(),
                true,
                (&raw mut result).cast::<z3::Z3_ast>(),
            )
        };
        let value = self.context.own(result)?;
        if !evaluated {
            return Err(Failure::Other(
                "the model does not evaluate a symbol".into(),
            ));
        }
        self.decode(&value, sort)
    }

    fn decode(&self, ast: &Ast, sort: &Sort) -> Outcome<Value> {
        let c = self.context.raw();
        let undecodable = |what: &str| Failure::Other(format!("cannot read a value: {what}"));
        match sort {
            Sort::Bool => {
                // SAFETY: the AST is alive.
                match unsafe { z3::Z3_get_bool_value(c, ast.raw()) } {
                    z3::Z3_L_TRUE => Ok(Value::Bool(true)),
                    z3::Z3_L_FALSE => Ok(Value::Bool(false)),
                    _ => Err(undecodable("Boolean")),
                }
            }
            Sort::BitVec(width) => {
                let digits = self.digits(ast)?;
                let bits = digits.parse().map_err(|_| undecodable(&digits))?;
                Ok(Value::Bv(BvValue::new(*width, bits)))
            }
            Sort::Int => {
                let digits = self.digits(ast)?;
                numeral::integer(&digits)
                    .map(Value::Int)
                    .ok_or_else(|| undecodable(&digits))
            }
            Sort::Real => {
                let digits = self.digits(ast)?;
                numeral::rational(&digits)
                    .map(Value::Real)
                    .ok_or_else(|| undecodable(&digits))
            }
            Sort::Float { .. } => {
                let format = FloatFormat::of(sort).ok_or_else(|| undecodable("odd format"))?;
                let floats = Floats {
                    context: &self.context,
                };
                let Some(bits) = floats.model_bits(ast)? else {
                    return Ok(Value::Float(FloatValue::nan(format)));
                };
                let digits = self.digits(&bits)?;
                let bits = digits.parse().map_err(|_| undecodable(&digits))?;
                Ok(Value::Float(FloatValue::from_bits(format, bits)))
            }
            Sort::Array(pair) => self.array(ast, &pair.0, &pair.1),
        }
    }

    fn digits(&self, ast: &Ast) -> Outcome<String> {
        let c = self.context.raw();
        // SAFETY: the AST is alive and, by the first test, a number; the text is copied at once.
        unsafe {
            if !z3::Z3_is_numeral_ast(c, ast.raw()) {
                return Err(Failure::Other("a value is not a number".into()));
            }
            let digits = text(z3::Z3_get_numeral_string(c, ast.raw()));
            self.context.failure().map_or(Ok(digits), Err)
        }
    }

    /// Writes around a constant array or around a function graph, outermost first.
    fn array(&self, ast: &Ast, index: &Sort, element: &Sort) -> Outcome<Value> {
        let c = self.context.raw();
        let mut writes: Vec<(Value, Value)> = Vec::new();
        // SAFETY: as for `ast`, which the caller keeps alive.
        let mut current = self.context.own(Some(ast.raw()))?;
        loop {
            // SAFETY: `current` is alive; only applications are taken apart.
            let (kind, app) = unsafe {
                if z3::Z3_get_ast_kind(c, current.raw()) != z3::AstKind::App {
                    return Err(Failure::Other(
                        "an array value is not an application".into(),
                    ));
                }
                let app = self.context.expect(z3::Z3_to_app(c, current.raw()))?;
                let declaration = self.context.expect(z3::Z3_get_app_decl(c, app))?;
                (z3::Z3_get_decl_kind(c, declaration), app)
            };
            // SAFETY: the index is below the number of arguments of the kind at hand.
            let argument = |i| self.context.own(unsafe { z3::Z3_get_app_arg(c, app, i) });
            let mut array = match kind {
                z3::DeclKind::Store => {
                    let at = self.decode(&argument(1)?, index)?;
                    writes.push((at, self.decode(&argument(2)?, element)?));
                    current = argument(0)?;
                    continue;
                }
                z3::DeclKind::ConstArray => {
                    ArrayValue::constant(index.clone(), self.decode(&argument(0)?, element)?)
                }
                z3::DeclKind::AsArray => self.graph(&current, index, element)?,
                other => {
                    return Err(Failure::Other(format!("array value of kind {other:?}")));
                }
            };
            for (at, value) in writes.into_iter().rev() {
                array.store(at, value);
            }
            return Ok(Value::Array(array));
        }
    }

    /// The array that is the graph of a function of the model.
    fn graph(&self, ast: &Ast, index: &Sort, element: &Sort) -> Outcome<ArrayValue> {
        let c = self.context.raw();
        // SAFETY: `ast` is an `as-array`; interpretation and entries are counted while in use.
        unsafe {
            let function = self
                .context
                .expect(z3::Z3_get_as_array_func_decl(c, ast.raw()))?;
            let graph = self
                .context
                .expect(z3::Z3_model_get_func_interp(c, self.raw, function))?;
            z3::Z3_func_interp_inc_ref(c, graph);
            let decoded = (|| {
                let default = self.context.own(z3::Z3_func_interp_get_else(c, graph))?;
                let mut array =
                    ArrayValue::constant(index.clone(), self.decode(&default, element)?);
                for i in 0..z3::Z3_func_interp_get_num_entries(c, graph) {
                    let entry = self
                        .context
                        .expect(z3::Z3_func_interp_get_entry(c, graph, i))?;
                    z3::Z3_func_entry_inc_ref(c, entry);
                    let at = self.context.own(z3::Z3_func_entry_get_arg(c, entry, 0));
                    let value = self.context.own(z3::Z3_func_entry_get_value(c, entry));
                    z3::Z3_func_entry_dec_ref(c, entry);
                    array.store(self.decode(&at?, index)?, self.decode(&value?, element)?);
                }
                Ok(array)
            })();
            z3::Z3_func_interp_dec_ref(c, graph);
            decoded
        }
    }
}
