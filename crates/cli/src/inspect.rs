//! `invar inspect`: what the front end and the passes make of a program.

use crate::arguments::{InspectArguments, Stage};
use crate::exit;
use crate::terminal::{self, complain};
use invar_budget::Moment;
use invar_cfa::Program;
use invar_cfa::Property;
use invar_verify::{program, stages};
use std::collections::BTreeMap;
use std::time::Duration;

/// Time for reading one file.
const LIMIT: Duration = Duration::from_secs(60);

/// Shows one stage of the pipeline.
pub fn run(arguments: &InspectArguments) -> u8 {
    let arguments = arguments.clone();
    invar_frontend::clang::with_large_stack(move || inspect(&arguments))
}

fn inspect(arguments: &InspectArguments) -> u8 {
    let Some(property) = Property::named(&arguments.property) else {
        complain!("error: unknown property '{}'", arguments.property);
        return exit::USAGE;
    };
    let start = Moment::now();
    if arguments.blocks {
        return match stages::measure(&arguments.input.input(), property, start + LIMIT) {
            Ok(report) => {
                terminal::json(&format!("{report}\n"));
                exit::SAFE
            }
            Err(reason) => {
                complain!("error: {reason}");
                exit::USAGE
            }
        };
    }
    let program = match program::load(&arguments.input.input(), property, Some(start + LIMIT)) {
        Ok(program) => program,
        Err(reason) => {
            complain!("error: {reason}");
            return exit::USAGE;
        }
    };
    match arguments.stage {
        Stage::Summary => {
            terminal::json(&format!("{}\n", summary(&program, start.elapsed())));
        }
        Stage::Lowered => terminal::to_stdout(&program.listing()),
        Stage::Inlined | Stage::Prepared | Stage::Dot => {
            let inlined = match program::inlined(&program, 3) {
                Ok(inlined) => inlined,
                Err(reason) => {
                    complain!("error: {reason}");
                    return exit::UNKNOWN;
                }
            };
            if arguments.stage == Stage::Inlined {
                terminal::to_stdout(&inlined.listing());
            } else {
                let prepared = program::prepared(&inlined);
                if arguments.stage == Stage::Dot {
                    let graph = invar_cfa::dot(&prepared.program, prepared.program.entry_cfa());
                    terminal::to_stdout(&graph);
                } else {
                    terminal::to_stdout(&prepared.program.listing());
                }
            }
        }
    }
    exit::SAFE
}

/// Counts as one JSON object.
fn summary(program: &Program, elapsed: Duration) -> serde_json::Value {
    let edges: usize = program.functions.iter().map(|f| f.cfa.edge_count()).sum();
    let mut constructs: BTreeMap<&str, usize> = BTreeMap::new();
    for unsupported in &program.unsupported {
        *constructs.entry(&unsupported.construct).or_default() += 1;
    }
    let externals: Vec<&str> = program.externals.iter().map(|e| &*e.name).collect();
    serde_json::json!({
        "functions": program.functions.len(),
        "variables": program.variables.len(),
        "edges": edges,
        "checks": program.checks.len(),
        "unsupported": constructs,
        "externals": externals,
        "seconds": elapsed.as_secs_f64(),
    })
}
