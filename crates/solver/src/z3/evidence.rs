//! Z3's answers about Horn clauses: a solution, or a refutation with the facts of a derivation.
//!
//! A derivation is read from the refutation, because Z3's own list of ground facts was `false` for
//! systems that have one.

use super::context::{Failure, Outcome};
use super::fixedpoint::Session;
use super::from_ast::Reader;
use crate::horn::Fact;
use invar_term::{Evaluator, SymbolId, TermId, Value};
use rustc_hash::FxHashMap;
use z3_sys as z3;

impl Session<'_> {
    fn index_of(&self, declaration: z3::Z3_func_decl) -> Option<usize> {
        self.relations.iter().position(|r| r.raw == declaration)
    }

    /// Reads a conjunction of `for all x: P(x) = term`, which may leave predicates open.
    pub(super) fn solution(&self) -> Outcome<Vec<Option<TermId>>> {
        let answer = self.answer()?;
        let mut found: Vec<Option<TermId>> = vec![None; self.relations.len()];
        let reader = self.reader();
        let conjuncts = match reader.application(answer.raw())? {
            Some((z3::DeclKind::And, _, conjuncts)) => conjuncts,
            _ => vec![answer.raw()],
        };
        for conjunct in conjuncts {
            if let Some((predicate, term)) = self.definition(conjunct)? {
                found[predicate] = Some(term);
            }
        }
        Ok(found)
    }

    /// A predicate of the system with what it is equal to; none for predicates of Z3's own.
    fn definition(&self, conjunct: z3::Z3_ast) -> Outcome<Option<(usize, TermId)>> {
        use z3::DeclKind as K;
        let mut reader = self.reader();
        let body = reader.under_quantifier(conjunct)?;
        // `P(x)` and `not P(x)` are what simplification makes of equality with a truth value.
        let (atom, value) = match reader.application(body)? {
            Some((K::Eq | K::Iff, _, sides)) if self.predicate_of(&reader, sides[0])?.is_some() => {
                (sides[0], Some(sides[1]))
            }
            Some((K::Eq | K::Iff, _, sides)) => (sides[1], Some(sides[0])),
            Some((K::Not, _, inner)) => {
                let fls = self.terms.fls();
                let found = self.predicate_of(&reader, inner[0])?;
                return Ok(found.map(|predicate| (predicate, fls)));
            }
            _ => (body, None),
        };
        let Some(predicate) = self.predicate_of(&reader, atom)? else {
            return Ok(None);
        };
        let Some((_, _, arguments)) = reader.application(atom)? else {
            return Ok(None);
        };
        let parameters = &self.system.predicates[predicate].parameters;
        reader.bind(&arguments, parameters)?;
        let term = match value {
            Some(value) => reader.read(value)?,
            None => self.terms.tru(),
        };
        Ok(Some((predicate, term)))
    }

    fn predicate_of(&self, reader: &Reader<'_>, ast: z3::Z3_ast) -> Outcome<Option<usize>> {
        let application = reader.application(ast)?;
        Ok(application.and_then(|(_, declaration, _)| self.index_of(declaration)))
    }

    /// Reads the facts off a chain of hyper-resolution steps, which leads from falsity back to a
    /// fact that follows from nothing.
    pub(super) fn derivation(&self) -> Outcome<Vec<Fact>> {
        use z3::DeclKind as K;
        let answer = self.answer()?;
        let mut reader = self.reader();
        let mut facts = Vec::new();
        let mut current = Some(answer.raw());
        while let Some(step) = current.take() {
            let Some((kind, _, parts)) = reader.application(step)? else {
                return Err(odd("a step is no application"));
            };
            let Some((conclusion, premises)) = parts.split_last() else {
                return Err(odd("a step without a conclusion"));
            };
            if !matches!(kind, K::PrHyperResolve | K::PrModusPonens) {
                return Err(odd(&format!("a step of kind {kind:?}")));
            }
            if let Some((_, declaration, arguments)) = reader.application(*conclusion)? {
                if let Some(predicate) = self.index_of(declaration) {
                    facts.push(self.fact(&mut reader, predicate, &arguments)?);
                } else if declaration != self.error.raw && !arguments.is_empty() {
                    return Err(odd("a fact about a predicate that is not ours"));
                }
            }
            for premise in premises {
                let kind = reader.application(*premise)?.map(|(kind, _, _)| kind);
                if kind != Some(K::PrHyperResolve) {
                    continue;
                }
                if current.replace(*premise).is_some() {
                    return Err(odd("a step with two premises"));
                }
            }
        }
        facts.reverse();
        Ok(facts)
    }

    fn fact(
        &self,
        reader: &mut Reader<'_>,
        predicate: usize,
        arguments: &[z3::Z3_ast],
    ) -> Outcome<Fact> {
        let nothing: FxHashMap<SymbolId, Value> = FxHashMap::default();
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let term = reader.read(*argument)?;
            let value = Evaluator::new(self.terms, &nothing).eval(term);
            values.push(value.map_err(|error| odd(&error.to_string()))?);
        }
        Ok(Fact { predicate, values })
    }
}

fn odd(what: &str) -> Failure {
    Failure::Other(format!("cannot read the derivation: {what}"))
}
