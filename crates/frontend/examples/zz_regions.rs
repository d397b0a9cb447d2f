//! Temporary.
use invar_cfa::DataModel;
use invar_frontend::clang::{ParseOptions, parse};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let model = if a[2] == "LP64" {
        DataModel::Lp64
    } else {
        DataModel::Ilp32
    };
    let mut o = ParseOptions::new(model);
    for i in &a[3..] {
        o.include_dirs.push(i.into());
    }
    let unit = parse(std::path::Path::new(&a[1]), &o).unwrap();
    let main = unit
        .functions
        .iter()
        .position(|f| &*f.name == "main" && f.body.is_some())
        .unwrap();
    let r = invar_frontend::regions::Regions::analyse(
        &unit,
        model,
        invar_frontend::ast::FunId(main as u32),
    );
    println!("{}", r.listing());
}
