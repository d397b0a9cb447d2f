//! `invar inspect`: what the front end and the passes make of a program.

mod blocks;

use crate::arguments::{InspectArguments, Stage, property};
use crate::{exit, pipeline};
use invar_cfa::Program;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Time for reading one file.
const LIMIT: Duration = Duration::from_secs(60);

/// Shows one stage of the pipeline.
pub fn run(arguments: &InspectArguments) -> u8 {
    let arguments = arguments.clone();
    invar_frontend::clang::with_large_stack(move || inspect(&arguments))
}

fn inspect(arguments: &InspectArguments) -> u8 {
    let Some(property) = property(&arguments.property) else {
        eprintln!("error: unknown property '{}'", arguments.property);
        return exit::USAGE;
    };
    let start = Instant::now();
    if arguments.blocks {
        return match blocks::measure(&arguments.input, property, start + LIMIT) {
            Ok(report) => {
                println!("{report}");
                exit::SAFE
            }
            Err(reason) => {
                eprintln!("error: {reason}");
                exit::USAGE
            }
        };
    }
    let program = match pipeline::load(&arguments.input, property, Some(start + LIMIT)) {
        Ok(program) => program,
        Err(reason) => {
            eprintln!("error: {reason}");
            return exit::USAGE;
        }
    };
    match arguments.stage {
        Stage::Summary => println!("{}", summary(&program, start.elapsed())),
        Stage::Lowered => print!("{}", program.listing()),
        Stage::Inlined | Stage::Prepared | Stage::Dot => {
            let inlined = match pipeline::inlined(&program, 3) {
                Ok(inlined) => inlined,
                Err(reason) => {
                    eprintln!("error: {reason}");
                    return exit::UNKNOWN;
                }
            };
            if arguments.stage == Stage::Inlined {
                print!("{}", inlined.listing());
            } else {
                let prepared = pipeline::prepared(&inlined);
                if arguments.stage == Stage::Dot {
                    print!(
                        "{}",
                        invar_cfa::dot(&prepared.program, prepared.program.entry_cfa())
                    );
                } else {
                    print!("{}", prepared.program.listing());
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
