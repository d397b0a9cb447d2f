//! Temporary.
use invar_cfa::{DataModel, Property};
use invar_frontend::clang::{ParseOptions, parse};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let model = if a[1] == "LP64" {
        DataModel::Lp64
    } else {
        DataModel::Ilp32
    };
    for f in &a[2..] {
        let f = f.clone();
        std::thread::Builder::new()
            .stack_size(1 << 30)
            .spawn(move || {
                let unit = parse(std::path::Path::new(&f), &ParseOptions::new(model)).unwrap();
                let p = invar_frontend::lower::lower(&unit, model, Property::UnreachCall).unwrap();
                for u in &p.unsupported {
                    println!(
                        "{} | {}",
                        u.construct,
                        u.span.map_or(String::new(), |s| p.sources.describe(s))
                    );
                }
            })
            .unwrap()
            .join()
            .unwrap();
    }
}
