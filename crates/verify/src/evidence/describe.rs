//! Evidence in terms of the source text.

use invar_cfa::{
    HavocOrigin, Indexing, IntegerType, Operation, Procedures, Program, Scope, VarId, Variable,
};
use invar_passes::FARTHEST;
use invar_report::has_internal_names;
use invar_report::{ContractReport, InputFunction, LoopInvariant, Place, ProofReport};
use invar_term::{Op, TermId, TermStore};
use invar_verdict::{Invariant, ModularProof, Proof, Reason, Support};
use std::collections::BTreeSet;

/// A proof in terms of the source text.
pub fn proof_report(program: &Program, proof: &Proof, support: &Support) -> ProofReport {
    let (kind, bound, invariant) = match proof {
        Proof::Inductive { invariant, .. } => ("inductive", None, invariant),
        Proof::Quantified { invariant, .. } => ("quantified", None, invariant),
        Proof::KInductive { k, facts, .. } => ("k-inductive", Some(*k), facts),
        Proof::Exhausted { steps, facts, .. } => ("exhausted", Some(*steps), facts),
    };
    let mut invariant = invariant.clone();
    invariant.extend(&support.facts);
    let invariants = match proof {
        Proof::Quantified { universals, .. } => for_all(program, universals, &invariant),
        _ => loop_invariants(program, &invariant),
    };
    // Nothing was left to search: what simplification proved at the loops is the proof.
    let (kind, bound) = match proof {
        Proof::Exhausted { steps: 0, .. } if !invariants.is_empty() => ("inductive", None),
        _ => (kind, bound),
    };
    ProofReport {
        kind: kind.into(),
        bound,
        invariants,
        everywhere: invar_report::everywhere(program, &invariant),
        ..ProofReport::default()
    }
}

/// A proof about a divided program.
pub fn modular_report(
    program: &Program,
    procedures: &Procedures,
    proof: &ModularProof,
) -> ProofReport {
    let mut named = program.clone();
    let mut call = |variable: VarId, name: String| {
        named.variables[variable.0 as usize].source_name = Some(name.into());
    };
    let name = |v: VarId| {
        let variable = program.variable(v);
        let name = variable.source_name.as_ref().unwrap_or(&variable.name);
        name.to_string()
    };
    for global in &procedures.changed {
        call(global.old, format!("old({})", name(global.variable)));
    }
    for procedure in &procedures.list {
        for parameter in &procedure.parameters {
            call(parameter.old, name(parameter.variable));
        }
        for result in &procedure.results {
            call(result.variable, "result".into());
        }
    }
    let contracts = procedures.list.iter().zip(&proof.contracts);
    let contracts = contracts.map(|(procedure, contract)| {
        let texts = |facts: &[TermId]| -> Vec<String> {
            let facts = facts.iter();
            facts
                .filter_map(|fact| invar_report::c_expression(&named, *fact))
                .filter(|text| !text.contains('@') && !has_internal_names(text))
                .collect()
        };
        let (requires, ensures) = (texts(&contract.requires), texts(&contract.ensures));
        let all = contract.requires.len() + contract.ensures.len();
        ContractReport {
            function: procedure.name.to_string(),
            untold: all - requires.len() - ensures.len(),
            requires,
            ensures,
        }
    });
    ProofReport {
        kind: "modular".into(),
        contracts: contracts.collect(),
        invariants: loop_invariants(program, &proof.invariant),
        ..ProofReport::default()
    }
}

/// Facts at loop heads, some of them for all elements of arrays.
fn for_all(program: &Program, universals: &[TermId], invariant: &Invariant) -> Vec<LoopInvariant> {
    let mut named = program.clone();
    for (number, symbol) in universals.iter().enumerate() {
        let terms = &program.terms;
        let Some(width) = terms.sort(*symbol).width() else {
            continue;
        };
        let name = match number {
            0 => "k".to_owned(),
            n => format!("k{}", n + 1),
        };
        let integer = IntegerType {
            width,
            signed: true,
        };
        named.variables.push(Variable {
            name: name.as_str().into(),
            source_name: Some(name.as_str().into()),
            symbol: *symbol,
            integer,
            type_name: "int".into(),
            scope: Scope::Global,
            span: None,
            indexing: Indexing::Plain,
            ghost: None,
        });
    }
    let text = |fact: TermId| {
        let symbols = program.terms.symbols_of(&[fact]);
        let symbols: Vec<TermId> = symbols
            .iter()
            .map(|s| program.terms.symbol_term(*s))
            .collect();
        let about = named.variables[program.variables.len()..].iter();
        let about: Vec<&str> = about
            .filter(|variable| symbols.contains(&variable.symbol))
            .map(|variable| &*variable.name)
            .collect();
        let short = within_domain(&program.terms, universals, fact);
        let text = invar_report::c_expression(&named, short)?;
        Some(if about.is_empty() {
            text
        } else {
            format!("for all {}: {text}", about.join(", "))
        })
    };
    told_invariants(program, invariant, text)
}

/// A fact without the disjuncts that say that an index is none of an element.
fn within_domain(terms: &TermStore, universals: &[TermId], fact: TermId) -> TermId {
    if *terms.op(fact) != Op::Or {
        return fact;
    }
    let is_outside = |part: &TermId| {
        universals.iter().any(|k| {
            let Some(width) = terms.sort(*k).width() else {
                return false;
            };
            *part == terms.bv_slt(*k, terms.bv(width, 0))
                || *part == terms.bv_sle(terms.bv(width, FARTHEST), *k)
        })
    };
    let parts = terms.args(fact).iter().copied();
    terms.or(&parts.filter(|part| !is_outside(part)).collect::<Vec<_>>())
}

/// Facts at loop heads that have a place and at least one text.
pub fn loop_invariants(program: &Program, invariant: &Invariant) -> Vec<LoopInvariant> {
    let text = |fact| invar_report::c_expression(program, fact);
    told_invariants(program, invariant, text)
}

fn told_invariants(
    program: &Program,
    invariant: &Invariant,
    text: impl Fn(TermId) -> Option<String>,
) -> Vec<LoopInvariant> {
    let mut told = Vec::new();
    for (location, facts) in &invariant.at {
        // That nothing gets to a failing assertion is what the verdict says already.
        if Program::is_target(program.entry_cfa(), *location) {
            continue;
        }
        let texts: Vec<String> = facts
            .iter()
            .filter_map(|fact| text(*fact))
            .filter(|text| !has_internal_names(text))
            .collect();
        let Some(place) = invar_report::place_at(program, *location).filter(|_| !texts.is_empty())
        else {
            continue;
        };
        told.push(LoopInvariant {
            place,
            calls: invar_report::calls_to(program, *location),
            untold: facts.len() - texts.len(),
            facts: texts,
        });
    }
    told
}

/// The construct that stood in the way, if that was it.
pub fn blocked_at(reason: &Reason) -> Option<Place> {
    let Reason::Unsupported { place, .. } = reason else {
        return None;
    };
    let place = place.as_ref()?;
    Some(Place {
        file: place.path.clone(),
        line: u32::try_from(place.line).ok()?,
        column: place.column?,
        function: None,
    })
}

/// The functions that give a program values from outside.
pub fn input_functions(program: &Program) -> Vec<InputFunction> {
    let mut functions = BTreeSet::new();
    for function in &program.functions {
        let cfa = &function.cfa;
        for edge in cfa.edge_ids().map(|id| cfa.edge(id)) {
            let Operation::Havoc { target, origin } = &edge.operation else {
                continue;
            };
            let variable = program.variable(*target);
            if let HavocOrigin::Input(name) | HavocOrigin::External(name) = origin
                && variable.source_name.is_none()
            {
                functions.insert(InputFunction {
                    name: name.to_string(),
                    type_name: variable.type_name.to_string(),
                });
            }
        }
    }
    functions.into_iter().collect()
}
