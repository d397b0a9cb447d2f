//! From interpolants to clauses: an equivalent conjunctive normal form, if it stays small.

use invar_term::{Op, Sort, TermId, TermStore};
use std::collections::BTreeSet;

/// A formula as clauses that are together equivalent to it, or `None` if they have more than
/// `growth` times as many literals as the formula has atoms (with their repetitions).
///
/// Disjunctions over conjunctions are distributed; what is neither is a literal.
pub(crate) fn clauses(terms: &TermStore, formula: TermId, growth: usize) -> Option<Vec<TermId>> {
    let limit = size(terms, formula).saturating_mul(growth);
    let mut converter = Converter { terms, limit };
    let clauses = converter.convert(formula)?;
    let clauses = without_subsumed(clauses);
    Some(
        clauses
            .into_iter()
            .map(|clause| terms.or(&clause.into_iter().collect::<Vec<_>>()))
            .filter(|clause| !terms.is_true(*clause))
            .collect(),
    )
}

/// Number of literals of a formula written out, at least one; counted up to a bound, for formulas
/// share parts.
pub(crate) fn size(terms: &TermStore, formula: TermId) -> usize {
    const ENOUGH: usize = 10_000;
    let mut count = 0;
    let mut work = vec![formula];
    while let Some(term) = work.pop() {
        if count > ENOUGH {
            break;
        }
        match children(terms, term) {
            Some((_, parts)) => work.extend(parts),
            None => count += 1,
        }
    }
    count.max(1)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Junction {
    And,
    Or,
}

/// The arguments of a conjunction or disjunction, negations moved inwards; none for a literal.
fn children(terms: &TermStore, term: TermId) -> Option<(Junction, Vec<TermId>)> {
    let (inner, negated) = match terms.op(term) {
        Op::Not => (terms.args(term)[0], true),
        _ => (term, false),
    };
    let args = terms.args(inner);
    let same = |args: &[TermId]| -> Vec<TermId> {
        let part = |a: &TermId| if negated { terms.not(*a) } else { *a };
        args.iter().map(part).collect()
    };
    match (terms.op(inner), negated) {
        (Op::And, false) | (Op::Or, true) => Some((Junction::And, same(args))),
        (Op::Or, false) | (Op::And, true) => Some((Junction::Or, same(args))),
        (Op::Eq | Op::Xor, _) if *terms.sort(args[0]) == Sort::Bool => {
            let differ = (*terms.op(inner) == Op::Xor) != negated;
            let (a, b) = (args[0], args[1]);
            let b = if differ { terms.not(b) } else { b };
            let there = terms.or(&[terms.not(a), b]);
            let back = terms.or(&[a, terms.not(b)]);
            Some((Junction::And, vec![there, back]))
        }
        (Op::Ite, _) => {
            let [c, a, b] = [args[0], args[1], args[2]];
            let parts = same(&[a, b]);
            let then = terms.or(&[terms.not(c), parts[0]]);
            let otherwise = terms.or(&[c, parts[1]]);
            Some((Junction::And, vec![then, otherwise]))
        }
        _ => None,
    }
}

type Clause = BTreeSet<TermId>;

struct Converter<'t> {
    terms: &'t TermStore,
    /// Literals that all clauses together may have.
    limit: usize,
}

enum Job {
    Visit(TermId),
    Join(Junction, usize),
}

impl Converter<'_> {
    /// The clauses of a formula; a stack of jobs instead of recursion.
    fn convert(&mut self, formula: TermId) -> Option<Vec<Clause>> {
        let mut jobs = vec![Job::Visit(formula)];
        let mut results: Vec<Vec<Clause>> = Vec::new();
        while let Some(job) = jobs.pop() {
            match job {
                Job::Visit(term) if self.terms.is_true(term) => results.push(Vec::new()),
                Job::Visit(term) if self.terms.is_false(term) => {
                    results.push(vec![Clause::new()]);
                }
                Job::Visit(term) => match children(self.terms, term) {
                    None => results.push(vec![Clause::from([term])]),
                    Some((junction, parts)) => {
                        jobs.push(Job::Join(junction, parts.len()));
                        jobs.extend(parts.into_iter().map(Job::Visit));
                        continue;
                    }
                },
                Job::Join(junction, count) => {
                    let parts = results.split_off(results.len() - count);
                    results.push(match junction {
                        Junction::And => parts.into_iter().flatten().collect(),
                        Junction::Or => self.distributed(parts)?,
                    });
                }
            }
            let size: usize = results.iter().flatten().map(Clause::len).sum();
            if size > self.limit {
                return None;
            }
        }
        results.pop()
    }

    /// The disjunction of conjunctions of clauses.
    fn distributed(&self, parts: Vec<Vec<Clause>>) -> Option<Vec<Clause>> {
        let mut product = vec![Clause::new()];
        for part in parts {
            let mut next = Vec::new();
            let mut size = 0;
            for (left, right) in product
                .iter()
                .flat_map(|l| part.iter().map(move |r| (l, r)))
            {
                let clause: Clause = left.union(right).copied().collect();
                if clause.iter().any(|l| clause.contains(&self.terms.not(*l))) {
                    continue;
                }
                size += clause.len();
                if size > self.limit {
                    return None;
                }
                next.push(clause);
            }
            product = without_subsumed(next);
        }
        Some(product)
    }
}

/// The clauses that contain no other one, each once.
fn without_subsumed(mut clauses: Vec<Clause>) -> Vec<Clause> {
    clauses.sort_by_key(Clause::len);
    let mut kept: Vec<Clause> = Vec::new();
    for clause in clauses {
        if !kept.iter().any(|k| k.is_subset(&clause)) {
            kept.push(clause);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::{clauses, size};
    use invar_term::{Assignment, Evaluator, Sort, SymbolId, TermId, TermStore, Value};
    use invar_testkit::Random;

    struct Bits<'t>(&'t TermStore, u32);

    impl Assignment for Bits<'_> {
        fn value(&self, symbol: SymbolId) -> Option<Value> {
            let index: u32 = self.0.symbol_name(symbol)[1..].parse().ok()?;
            Some(Value::Bool(self.1 >> index & 1 == 1))
        }
    }

    fn random_formula(
        terms: &TermStore,
        symbols: &[TermId],
        random: &mut Random,
        depth: u32,
    ) -> TermId {
        if depth == 0 {
            return *random.pick(symbols);
        }
        let mut part = || random_formula(terms, symbols, random, depth - 1);
        let (a, b, c) = (part(), part(), part());
        match random.below(6) {
            0 => terms.not(a),
            1 => terms.and(&[a, b, c]),
            2 => terms.eq(a, b),
            3 => terms.ite(a, b, c),
            _ => terms.or(&[a, b]),
        }
    }

    #[test]
    fn clauses_are_equivalent_to_the_formula() {
        let terms = TermStore::new();
        let symbols: Vec<TermId> = (0..5)
            .map(|i| terms.symbol(&format!("p{i}"), &Sort::Bool))
            .collect();
        let mut random = Random::new(7);
        let (mut converted, mut refused) = (0, 0);
        for _ in 0..500 {
            let formula = random_formula(&terms, &symbols, &mut random, 3);
            let Some(clauses) = clauses(&terms, formula, 5) else {
                refused += 1;
                continue;
            };
            converted += 1;
            let conjunction = terms.and(&clauses);
            for bits in 0..32 {
                let model = Bits(&terms, bits);
                let mut evaluator = Evaluator::new(&terms, &model);
                assert_eq!(
                    evaluator.eval_bool(formula).ok(),
                    evaluator.eval_bool(conjunction).ok()
                );
            }
        }
        assert!(converted > 300, "{converted} converted, {refused} refused");
    }

    #[test]
    fn what_grows_too_much_is_refused() {
        let terms = TermStore::new();
        let symbol = |name: String| terms.symbol(&name, &Sort::Bool);
        let pairs: Vec<TermId> = (0..8)
            .map(|i| terms.and(&[symbol(format!("a{i}")), symbol(format!("b{i}"))]))
            .collect();
        let formula = terms.or(&pairs);
        assert_eq!(size(&terms, formula), 16);
        assert_eq!(clauses(&terms, formula, 5), None);
        let small = terms.or(&pairs[..2]);
        assert_eq!(clauses(&terms, small, 5).map(|c| c.len()), Some(4));
    }
}
