//! No edge leaves executions out without an entry in the table of assumptions.

use super::support::program;
use invar_cfa::{AssumeReason, Cfa, DataModel, Operation, Program, Property};
use std::path::Path;

/// Edges that assume something where no other edge leads on, and whose reason is not in the table.
fn unlisted(program: &Program) -> Vec<String> {
    let mut found = Vec::new();
    for function in &program.functions {
        let cfa: &Cfa = &function.cfa;
        for location in cfa.location_ids() {
            let assumes: Vec<AssumeReason> = cfa
                .outgoing(location)
                .filter_map(|(_, edge)| match edge.operation {
                    Operation::Assume { reason, .. } => Some(reason),
                    _ => None,
                })
                .collect();
            match *assumes {
                [] | [AssumeReason::Branch, AssumeReason::Branch] => {}
                [reason] if reason.assumption().is_some() => {}
                _ => found.push(format!("{}: {assumes:?}", function.name)),
            }
        }
    }
    found
}

#[test]
fn every_restriction_has_its_kind() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let files = std::fs::read_dir(folder).expect("regression programs");
    let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "c"));
    files.sort();
    let mut restricted = 0;
    for path in &files {
        let text = std::fs::read_to_string(path).expect("a text");
        // Such a program has no main.
        if text.contains("--entry") {
            continue;
        }
        let program = program(&text, DataModel::Lp64, Property::DEFAULT);
        let unlisted = unlisted(&program);
        assert!(unlisted.is_empty(), "{}: {unlisted:?}", path.display());
        let edges = program
            .functions
            .iter()
            .flat_map(|f| f.cfa.edge_ids().map(|id| f.cfa.edge(id)));
        restricted += edges
            .filter(|edge| {
                matches!(
                    &edge.operation,
                    Operation::Assume {
                        reason: AssumeReason::Assumption(_),
                        ..
                    }
                )
            })
            .count();
    }
    assert!(restricted > 10, "{restricted} restrictions were looked at");
}
