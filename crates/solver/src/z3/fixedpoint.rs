//! Z3's Spacer: Horn clauses in process.
//!
//! Transformations that change predicates are switched off, so that solutions and derivations are
//! about the predicates that were given: an inlined predicate is missing from Z3's solutions.
//! Measured once, on 19 regression programs with 4 s each: the same answers but for one that took
//! 3 s with them. Answers are read in `evidence`, what they leave open is closed in `complete`.
#![allow(unsafe_code)]

use super::complete::complete;
use super::context::{Ast, Context, Outcome, classify, text};
use super::from_ast::Reader;
use super::translate::Translator;
use super::{Z3Factory, budget_cause, cause_of, own_timeout, watchdog};
use crate::horn::{Atom, Clause, Fact, Horn, HornAnswer, HornSolver};
use crate::{Budget, SolverFactory};
use invar_term::{TermId, TermStore};
use std::ffi::c_uint;
use std::rc::Rc;
use std::sync::Arc;
use z3_sys as z3;

/// Transformations that rename, merge or remove predicates or their arguments.
const SWITCHED_OFF: &[&str] = &[
    "xform.slice",
    "xform.inline_linear",
    "xform.inline_eager",
    "xform.compress_unbound",
];

/// Spacer, the Horn solver of Z3.
#[derive(Clone, Debug)]
pub struct Z3Spacer {
    name: String,
}

impl Default for Z3Spacer {
    fn default() -> Self {
        Z3Spacer {
            name: format!("{} spacer", Z3Factory::default().name()),
        }
    }
}

impl HornSolver for Z3Spacer {
    fn name(&self) -> &str {
        &self.name
    }

    fn solve(&self, terms: &Arc<TermStore>, system: &Horn, budget: &Budget) -> HornAnswer {
        if let Some(cause) = budget_cause(budget) {
            return HornAnswer::Unknown(cause);
        }
        let completed = match search(terms, system, budget) {
            Ok(Found::Derivation(facts)) => return HornAnswer::Derivation(facts),
            Ok(Found::Derivable) => return HornAnswer::Derivable,
            Ok(Found::Solution(found)) => complete(terms, system, &found, budget),
            Err(failure) => Err(cause_of(failure)),
        };
        match completed {
            Ok(solution) => HornAnswer::Solution(solution),
            Err(cause) => HornAnswer::Unknown(budget_cause(budget).unwrap_or(cause)),
        }
    }
}

/// What Z3 says.
enum Found {
    /// What predicates are equal to; some may be open.
    Solution(Vec<Option<TermId>>),
    /// Facts, each following from the one before.
    Derivation(Vec<Fact>),
    /// That there is a derivation, which is a tree and not read.
    Derivable,
}

fn search(terms: &TermStore, system: &Horn, budget: &Budget) -> Outcome<Found> {
    let context = Context::new()?;
    // SAFETY: the context outlives the guard, which was declared after it.
    let _guard = unsafe { watchdog::watch(context.raw(), budget) };
    let mut session = Session::new(&context, terms, system)?;
    session.configure(budget)?;
    for clause in &system.clauses {
        let rule = session.rule(clause)?;
        session.add(&rule)?;
    }
    match session.query()? {
        Falsity::Underivable => session.solution().map(Found::Solution),
        Falsity::Derivable if branches(system) => Ok(Found::Derivable),
        Falsity::Derivable => session.derivation().map(Found::Derivation),
    }
}

/// Whether derivations are trees.
fn branches(system: &Horn) -> bool {
    system
        .clauses
        .iter()
        .any(|clause| clause.premises.len() > 1)
}

/// A counted function declaration.
pub(super) struct Relation {
    pub(super) raw: z3::Z3_func_decl,
    _ast: Ast,
}

/// Whether falsity can be derived.
enum Falsity {
    Derivable,
    Underivable,
}

/// A fixed-point object with the translation of one system.
pub(super) struct Session<'a> {
    raw: z3::Z3_fixedpoint,
    context: &'a Rc<Context>,
    pub(super) terms: &'a TermStore,
    pub(super) system: &'a Horn,
    translator: Translator,
    pub(super) relations: Vec<Relation>,
    /// Represents falsity.
    pub(super) error: Relation,
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        // SAFETY: the reference was taken in `new`.
        unsafe { z3::Z3_fixedpoint_dec_ref(self.context.raw(), self.raw) }
    }
}

impl<'a> Session<'a> {
    fn new(
        context: &'a Rc<Context>,
        terms: &'a TermStore,
        system: &'a Horn,
    ) -> Outcome<Session<'a>> {
        let c = context.raw();
        let mut translator = Translator::new(context);
        let mut relations = Vec::new();
        for (index, predicate) in system.predicates.iter().enumerate() {
            let mut sorts = Vec::new();
            for parameter in &predicate.parameters {
                let symbol = translator.term(terms, *parameter)?.raw();
                // SAFETY: the symbol is in the translator's cache, hence alive, and its sort too.
                sorts.push(context.expect(unsafe { z3::Z3_get_sort(c, symbol) })?);
            }
            relations.push(relation(context, &format!("r{index}"), &sorts)?);
        }
        let error = relation(context, "error", &[])?;
        // SAFETY: the context is alive; the reference taken here is given back in `drop`.
        let raw = unsafe {
            let raw = context.expect(z3::Z3_mk_fixedpoint(c))?;
            z3::Z3_fixedpoint_inc_ref(c, raw);
            raw
        };
        let session = Session {
            raw,
            context,
            terms,
            system,
            translator,
            relations,
            error,
        };
        for relation in session.relations.iter().chain([&session.error]) {
            // SAFETY: both are alive and of one context.
            unsafe { z3::Z3_fixedpoint_register_relation(c, raw, relation.raw) };
            session.done()?;
        }
        Ok(session)
    }

    fn done(&self) -> Outcome<()> {
        self.context.failure().map_or(Ok(()), Err)
    }

    fn configure(&self, budget: &Budget) -> Outcome<()> {
        let c = self.context.raw();
        let name = |text: &str| self.context.symbol(text);
        let timeout = own_timeout(budget);
        let (engine, spacer) = (name("engine")?, name("spacer")?);
        let timeout_name = name("timeout")?;
        let off = SWITCHED_OFF
            .iter()
            .map(|option| name(option))
            .collect::<Outcome<Vec<_>>>()?;
        // SAFETY: the parameter set is counted for the duration of the block.
        unsafe {
            let set = self.context.expect(z3::Z3_mk_params(c))?;
            z3::Z3_params_inc_ref(c, set);
            z3::Z3_params_set_symbol(c, set, engine, spacer);
            for option in off {
                z3::Z3_params_set_bool(c, set, option, false);
            }
            if let Some(timeout) = timeout {
                z3::Z3_params_set_uint(c, set, timeout_name, timeout as c_uint);
            }
            z3::Z3_fixedpoint_set_params(c, self.raw, set);
            z3::Z3_params_dec_ref(c, set);
        }
        self.done()
    }

    /// `for all variables: premises and constraint -> conclusion`.
    fn rule(&mut self, clause: &Clause) -> Outcome<Ast> {
        let c = self.context.raw();
        let mut body = Vec::new();
        for conjunct in &clause.constraint {
            body.push(self.raw_term(*conjunct)?);
        }
        let mut premises = Vec::new();
        for atom in &clause.premises {
            premises.push(self.atom(atom)?);
        }
        body.extend(premises.iter().map(Ast::raw));
        let head = match &clause.conclusion {
            Some(atom) => self.atom(atom)?,
            None => self.apply(&self.error, &[])?,
        };
        let mut bound = Vec::new();
        for variable in &clause.variables {
            let constant = self.raw_term(*variable)?;
            // SAFETY: a symbol is translated to a constant, which is an application.
            bound.push(self.context.expect(unsafe { z3::Z3_to_app(c, constant) })?);
        }
        // SAFETY: terms are in the translator's cache, atoms are held by this function.
        unsafe {
            let count = body.len() as c_uint;
            let body = self.context.own(match body.as_slice() {
                [] => z3::Z3_mk_true(c),
                conjuncts => z3::Z3_mk_and(c, count, conjuncts.as_ptr()),
            })?;
            let implication = self
                .context
                .own(z3::Z3_mk_implies(c, body.raw(), head.raw()))?;
            if bound.is_empty() {
                return Ok(implication);
            }
            self.context.own(z3::Z3_mk_forall_const(
                c,
                0,
                bound.len() as c_uint,
                bound.as_ptr(),
                0,
                std::ptr::null(),
                implication.raw(),
            ))
        }
    }

    fn raw_term(&mut self, term: TermId) -> Outcome<z3::Z3_ast> {
        Ok(self.translator.term(self.terms, term)?.raw())
    }

    fn atom(&mut self, atom: &Atom) -> Outcome<Ast> {
        let mut arguments = Vec::with_capacity(atom.arguments.len());
        for argument in &atom.arguments {
            arguments.push(self.raw_term(*argument)?);
        }
        self.apply(&self.relations[atom.predicate], &arguments)
    }

    fn apply(&self, relation: &Relation, arguments: &[z3::Z3_ast]) -> Outcome<Ast> {
        let count = arguments.len() as c_uint;
        // SAFETY: declaration and arguments are alive; Z3 checks the sorts.
        self.context.own(unsafe {
            z3::Z3_mk_app(self.context.raw(), relation.raw, count, arguments.as_ptr())
        })
    }

    fn add(&self, rule: &Ast) -> Outcome<()> {
        // SAFETY: both are alive; a rule needs no name.
        unsafe { z3::Z3_fixedpoint_add_rule(self.context.raw(), self.raw, rule.raw(), None) };
        self.done()
    }

    fn query(&self) -> Outcome<Falsity> {
        let c = self.context.raw();
        // SAFETY: the relation is registered.
        let found = unsafe { z3::Z3_fixedpoint_query_relations(c, self.raw, 1, &self.error.raw) };
        self.done()?;
        match found {
            z3::Z3_L_TRUE => Ok(Falsity::Derivable),
            z3::Z3_L_FALSE => Ok(Falsity::Underivable),
            // SAFETY: the reason is copied at once.
            _ => Err(classify(unsafe {
                text(z3::Z3_fixedpoint_get_reason_unknown(c, self.raw))
            })),
        }
    }

    /// Solution or refutation, after a query with an answer.
    pub(super) fn answer(&self) -> Outcome<Ast> {
        // SAFETY: the fixed-point object is alive.
        self.context
            .own(unsafe { z3::Z3_fixedpoint_get_answer(self.context.raw(), self.raw) })
    }

    pub(super) fn reader(&self) -> Reader<'a> {
        Reader::new(self.context, self.terms)
    }
}

fn relation(context: &Rc<Context>, name: &str, sorts: &[z3::Z3_sort]) -> Outcome<Relation> {
    let c = context.raw();
    let name = context.symbol(name)?;
    // SAFETY: the sorts belong to live terms; the declaration is counted as the AST that it is.
    unsafe {
        let bool_sort = context.own_sort(z3::Z3_mk_bool_sort(c))?;
        let raw = context.expect(z3::Z3_mk_func_decl(
            c,
            name,
            sorts.len() as c_uint,
            sorts.as_ptr(),
            bool_sort.raw(),
        ))?;
        let ast = context.own(z3::Z3_func_decl_to_ast(c, raw))?;
        Ok(Relation { raw, _ast: ast })
    }
}
