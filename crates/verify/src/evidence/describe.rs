//! Evidence in terms of the source text.

use crate::request::Integers;
use invar_cfa::{
    Aspect, AssumeReason, DataModel, Function, HavocOrigin, Indexing, IntegerType, Operation,
    Procedures, Program, Scope, VarId, Variable,
};
use invar_frontend::models::{FILE_PREFIX, is_modelled};
use invar_passes::FARTHEST;
use invar_term::{Op, TermId, TermStore};
use invar_verdict::{Invariant, ModularProof, Proof, Reason, Support};
use invar_witness::report::{
    Assumption, AssumptionKind, ContractReport, InputFunction, LoopInvariant, Place, ProofReport,
};
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
    ProofReport {
        kind: kind.into(),
        bound,
        invariants,
        everywhere: invar_witness::everywhere(program, &invariant),
        contracts: Vec::new(),
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
                .filter_map(|fact| invar_witness::c_expression(&named, *fact))
                .filter(|text| !text.contains(['$', '@']))
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
        let text = invar_witness::c_expression(&named, short)?;
        Some(match about.is_empty() {
            true => text,
            false => format!("for all {}: {text}", about.join(", ")),
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
    let text = |fact| invar_witness::c_expression(program, fact);
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
            .filter(|text| !text.contains('$'))
            .collect();
        let Some(place) = invar_witness::place_at(program, *location).filter(|_| !texts.is_empty())
        else {
            continue;
        };
        told.push(LoopInvariant {
            place,
            calls: invar_witness::calls_to(program, *location),
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
    // As `SourceMap::describe` writes it.
    let mut parts = place.as_ref()?.rsplitn(3, ':');
    let column = parts.next()?.parse().ok()?;
    let line = parts.next()?.parse().ok()?;
    Some(Place {
        file: parts.next()?.to_owned(),
        line,
        column,
        function: None,
    })
}

/// How a run that does not start at `main` starts.
pub fn entry_assumption(name: &str) -> Assumption {
    Assumption {
        kind: AssumptionKind::Entry,
        subject: Some(name.to_owned()),
        text: format!(
            "the run starts in {name}: arguments and variables that are not const have any value; a pointer that is \
             an argument is null or points to an aligned object from outside, with any contents; pointers to \
             different types point to different objects"
        ),
        place: None,
    }
}

/// What a verdict about a program assumes.
pub fn assumptions(program: &Program, integers: Integers) -> Vec<Assumption> {
    let mut all: Vec<Assumption> = unchecked_places(program).into_iter().collect();
    all.extend(missing_bodies(program));
    all.extend(models(program));
    let general = |kind, text: &str| Assumption {
        kind,
        text: text.into(),
        subject: None,
        place: None,
    };
    all.push(general(
        AssumptionKind::DataModel,
        match program.data_model {
            DataModel::Lp64 => "LP64: int has 32 bits, long and pointers have 64",
            DataModel::Ilp32 => "ILP32: int, long and pointers have 32 bits",
        },
    ));
    all.push(general(
        AssumptionKind::Overflow,
        match integers {
            Integers::Machine if program.property.asks_for(Aspect::Overflow) => {
                "signed arithmetic that overflows is a violation and ends the run"
            }
            Integers::Machine => {
                "signed arithmetic wraps around as unsigned does, as with gcc -fwrapv"
            }
            Integers::Ideal => "integers have no bounds: nothing overflows",
        },
    ));
    all.extend(uninitialised(program));
    if program.notes.has_volatile {
        all.push(general(
            AssumptionKind::Volatile,
            "what is volatile changes only by assignment: devices and interrupts are not modelled",
        ));
    }
    if looks_at_addresses(program) {
        all.push(general(
            AssumptionKind::Other,
            "objects lie anywhere in memory: not at null, aligned for their types, apart from each other",
        ));
    }
    all
}

/// Places where executions end because C leaves undefined what follows, without being violations.
fn unchecked_places(program: &Program) -> Option<Assumption> {
    let mut places = BTreeSet::new();
    for function in &program.functions {
        let cfa = &function.cfa;
        for edge in cfa.edge_ids().map(|id| cfa.edge(id)) {
            if let Operation::Assume {
                reason: AssumeReason::Undefined(undefined),
                ..
            } = &edge.operation
                && !program.property.asks_for(undefined.aspect())
                && !edge.span.is_some_and(|span| program.sources.is_model(span))
            {
                places.insert((edge.span, *undefined));
            }
        }
    }
    let text = match places.len() {
        0 => return None,
        1 => "1 place was not checked: --checks default".to_owned(),
        n => format!("{n} places were not checked: --checks default"),
    };
    Some(Assumption {
        kind: AssumptionKind::UndefinedBehaviour,
        text: format!("undefined behaviour is taken not to happen; {text}"),
        subject: None,
        place: None,
    })
}

/// Whether the program computes with the numbers of its addresses.
pub fn looks_at_addresses(program: &Program) -> bool {
    let edges = |function: &Function| {
        let cfa = &function.cfa;
        cfa.edge_ids().any(|id| {
            let operation = &cfa.edge(id).operation;
            matches!(operation, Operation::Havoc { origin, .. } if *origin == HavocOrigin::Placement)
        })
    };
    program.functions.iter().any(edges)
}

/// Library functions that stand for their documentation.
fn models(program: &Program) -> Option<Assumption> {
    let is_model = |function: &&Function| {
        let file = function.span.map(|span| program.sources.path(span.file));
        file.is_some_and(|path| path.starts_with(FILE_PREFIX)) && is_modelled(&function.name)
    };
    let functions = program.functions.iter().filter(is_model);
    let names: BTreeSet<&str> = functions.map(|function| &*function.name).collect();
    let names: Vec<&str> = names.into_iter().collect();
    (!names.is_empty()).then(|| Assumption {
        kind: AssumptionKind::Model,
        text: format!("modelled as the C standard has them: {}", names.join(", ")),
        subject: None,
        place: None,
    })
}

/// Variables that are given no value when they come to life.
fn uninitialised(program: &Program) -> Option<Assumption> {
    for function in &program.functions {
        let cfa = &function.cfa;
        for edge in cfa.edge_ids().map(|id| cfa.edge(id)) {
            if let Operation::Havoc { target, origin } = &edge.operation
                && *origin == HavocOrigin::Uninitialised
                && let Some(name) = &program.variable(*target).source_name
            {
                let place = edge
                    .span
                    .map(|span| Place::of(&program.sources, span, None));
                return Some(Assumption {
                    kind: AssumptionKind::Other,
                    text: "variables without an initial value hold any value".into(),
                    subject: Some(name.to_string()),
                    place,
                });
            }
        }
    }
    None
}

/// Functions without a body that are called.
fn missing_bodies(program: &Program) -> Vec<Assumption> {
    let externals = program.externals.iter().map(|external| {
        let place = external
            .span
            .map(|span| Place::of(&program.sources, span, None));
        let reading = match &*external.name {
            "assume" => "executions end where its argument is zero",
            _ => "it returns any value and changes nothing else",
        };
        let called = place
            .as_ref()
            .map_or_else(String::new, |place| format!(" (called at {place})"));
        Assumption {
            kind: AssumptionKind::MissingBody,
            text: format!("{} has no body: {reading}{called}", external.name),
            subject: Some(external.name.to_string()),
            place,
        }
    });
    externals.collect()
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
