//! Prints the automata of a C file.

use invar_cfa::{DataModel, Property};
use invar_frontend::clang::{ParseOptions, parse, with_large_stack};

fn main() {
    let file = std::env::args().nth(1).unwrap_or_default();
    with_large_stack(move || {
        let options = ParseOptions {
            data_model: DataModel::Ilp32,
            include_dirs: Vec::new(),
            defines: Vec::new(),
            clang: None,
            deadline: None,
            memory_mb: None,
        };
        match parse(file.as_ref(), &options) {
            Err(diagnostic) => eprintln!("{diagnostic}"),
            Ok(unit) => {
                let program =
                    invar_frontend::lower::lower(&unit, DataModel::Ilp32, Property::Assert);
                match program {
                    Some(program) => print!("{}", program.listing()),
                    None => eprintln!("no main"),
                }
            }
        }
    });
}
