//! Facts and runs by the names that the source text gives, for programs that are only similar.
//!
//! What is read back are candidates about another program: facts that may hold there, and a run that may
//! still lead to an error.

use crate::terms::{Writer, WrittenTerms};
use crate::values::WrittenValue;
use invar_cfa::{CallPathId, Cfa, CutPoints, EdgeId, LocId, Operation, Program};
use invar_term::{Sort, SymbolId, TermId, Value};
use invar_verdict::Invariant;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Up to this many facts are tried at every loop of their function, more only at the loop they come
/// from.
const TRIED_EVERYWHERE: usize = 300;

/// A loop: the functions that were called to get there, the outermost first, and its number among
/// their loops in the order of the text.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct LoopName {
    calls: Vec<String>,
    number: usize,
}

/// Facts at loops.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct NamedFacts {
    terms: WrittenTerms,
    at: Vec<(LoopName, Vec<u32>)>,
}

impl NamedFacts {
    /// The facts of an invariant at the loops of a program; what has no name is left out.
    pub fn of(program: &Program, invariant: &Invariant) -> NamedFacts {
        let by_symbol = program.variables_by_symbol();
        let name = |symbol: SymbolId| {
            let variable = program.variable(*by_symbol.get(&symbol)?);
            Some(variable.name.to_string())
        };
        let mut writer = Writer::new(&program.terms, &name);
        let mut at = Vec::new();
        for (loop_name, head) in loops(program) {
            let facts = invariant.facts(head).iter();
            let facts: Vec<u32> = facts.filter_map(|fact| writer.term(*fact)).collect();
            if !facts.is_empty() {
                at.push((loop_name, facts));
            }
        }
        NamedFacts {
            terms: writer.finish(),
            at,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.at.is_empty()
    }

    /// What may hold in a program, each fact once per loop.
    pub fn read(&self, program: &Program) -> Vec<(LocId, TermId)> {
        let symbols = Symbols::of(program);
        let terms = self.terms.read(&program.terms, &|name| symbols.named(name));
        let loops = loops(program);
        let everywhere: usize = self.at.iter().map(|(_, facts)| facts.len()).sum();
        let everywhere = everywhere * loops.len() <= TRIED_EVERYWHERE;
        let mut candidates = Vec::new();
        for (name, facts) in &self.at {
            for fact in facts {
                let Some(Some(fact)) = terms.get(*fact as usize).copied() else {
                    continue;
                };
                if *program.terms.sort(fact) != Sort::Bool {
                    continue;
                }
                for (here, head) in &loops {
                    let fits = here == name || (everywhere && here.calls == name.calls);
                    if fits && !candidates.contains(&(*head, fact)) {
                        candidates.push((*head, fact));
                    }
                }
            }
        }
        candidates
    }
}

/// The loops of a program with their names.
fn loops(program: &Program) -> Vec<(LoopName, LocId)> {
    let cfa = program.entry_cfa();
    let cuts = CutPoints::of(cfa);
    let heads = cuts.points.iter().copied();
    let mut heads: Vec<LocId> = heads.filter(|point| cuts.is_loop_head(*point)).collect();
    heads.sort_by_key(|head| (cfa.location(*head).span, *head));
    let mut numbers: FxHashMap<Vec<String>, usize> = FxHashMap::default();
    let mut named = Vec::new();
    for head in heads {
        let calls = calls(program, cfa.location(head).calls);
        let number = numbers.entry(calls.clone()).or_default();
        let name = LoopName {
            calls,
            number: *number,
        };
        *number += 1;
        named.push((name, head));
    }
    named
}

fn calls(program: &Program, path: CallPathId) -> Vec<String> {
    let chain = program.call_chain(path);
    let names = chain.iter().rev().map(|frame| frame.callee.to_string());
    names.collect()
}

/// Symbols of variables by name.
struct Symbols {
    exact: FxHashMap<String, TermId>,
    /// Without the numbers of calls.
    similar: FxHashMap<String, TermId>,
}

impl Symbols {
    fn of(program: &Program) -> Symbols {
        let mut symbols = Symbols {
            exact: FxHashMap::default(),
            similar: FxHashMap::default(),
        };
        for variable in &program.variables {
            let name = variable.name.to_string();
            let similar = symbols.similar.entry(without_call(&name));
            similar.or_insert(variable.symbol);
            symbols.exact.insert(name, variable.symbol);
        }
        symbols
    }

    fn named(&self, name: &str) -> Option<TermId> {
        let exact = self.exact.get(name);
        exact
            .or_else(|| self.similar.get(&without_call(name)))
            .copied()
    }
}

/// `callee@12::x` is `callee::x` in some call: which number a call has changes with the text.
fn without_call(name: &str) -> String {
    let Some((before, after)) = name.split_once('@') else {
        return name.to_owned();
    };
    format!(
        "{before}{}",
        after.trim_start_matches(|c: char| c.is_ascii_digit())
    )
}

/// The values that a run took, with where each comes from.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct NamedRun {
    values: Vec<(String, WrittenValue)>,
}

impl NamedRun {
    /// A run of an inlined program: every value that it took, in order.
    pub fn of(program: &Program, taken: &[(EdgeId, Value)]) -> NamedRun {
        let cfa = program.entry_cfa();
        let mut values = Vec::new();
        for (edge, value) in taken {
            if let (Some(origin), Some(value)) =
                (origin(program, cfa, *edge), WrittenValue::of(value))
            {
                values.push((origin, value));
            }
        }
        NamedRun { values }
    }

    /// What a similar run of a program takes: values by the places where they are asked for.
    pub fn retold<'p>(&self, program: &'p Program) -> Retold<'p> {
        let mut values: FxHashMap<String, VecDeque<Value>> = FxHashMap::default();
        for (origin, value) in &self.values {
            let value = value.read();
            values.entry(origin.clone()).or_default().extend(value);
        }
        Retold { program, values }
    }
}

/// Values for a run.
pub struct Retold<'p> {
    program: &'p Program,
    values: FxHashMap<String, VecDeque<Value>>,
}

impl Retold<'_> {
    /// The value that an edge of the entry function takes next; zero where the old run has none.
    pub fn next(&mut self, edge: EdgeId, sort: &Sort) -> Option<Value> {
        let origin = origin(self.program, self.program.entry_cfa(), edge);
        let queue = origin.and_then(|origin| self.values.get_mut(&origin));
        let value = queue.and_then(VecDeque::pop_front);
        let value = value.filter(|value| value.sort() == *sort);
        value.or_else(|| Value::zero(sort))
    }
}

/// Where a value comes from: the calls, and the input or the variable.
fn origin(program: &Program, cfa: &Cfa, edge: EdgeId) -> Option<String> {
    let edge = cfa.edge(edge);
    let Operation::Havoc { target, origin } = &edge.operation else {
        return None;
    };
    let calls = calls(program, cfa.location(edge.from).calls).join("/");
    Some(match origin {
        invar_cfa::HavocOrigin::Uninitialised => {
            let name = without_call(&program.variable(*target).name);
            format!("{calls} {name}")
        }
        origin => format!("{calls} {origin}"),
    })
}
