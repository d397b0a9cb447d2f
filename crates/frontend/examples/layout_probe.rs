//! Prints a file followed by assertions about the layout of its structs, for a C compiler to check:
//! `cargo run --example layout_probe -- FILE ILP32|LP64 | gcc -m32 -w -fsyntax-only -x c -`.

use invar_cfa::DataModel;
use invar_frontend::ast::layout::record_layout;
use invar_frontend::ast::{RecordId, RecordKind, Unit};
use invar_frontend::clang::{ParseOptions, parse, with_large_stack};
use std::collections::BTreeMap;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, model] = arguments.as_slice() else {
        return eprintln!("FILE and data model");
    };
    let data_model = if model == "LP64" {
        DataModel::Lp64
    } else {
        DataModel::Ilp32
    };
    with_large_stack(
        || match parse(file.as_ref(), &ParseOptions::new(data_model)) {
            Ok(unit) => {
                print!("{}", std::fs::read_to_string(file).unwrap_or_default());
                probe(&unit, data_model);
            }
            Err(diagnostic) => eprintln!("{diagnostic}"),
        },
    );
}

fn probe(unit: &Unit, data_model: DataModel) {
    let mut uses: BTreeMap<&str, u32> = BTreeMap::new();
    for record in &unit.records {
        *uses.entry(&record.tag).or_default() += 1;
    }
    for (index, record) in unit.records.iter().enumerate() {
        let layout = record_layout(unit, data_model, RecordId(index as u32));
        let Some(layout) = layout.filter(|_| !record.tag.is_empty() && uses[&*record.tag] == 1)
        else {
            continue;
        };
        let keyword = match record.kind {
            RecordKind::Struct => "struct",
            RecordKind::Union => "union",
        };
        let name = format!("{keyword} {}", record.tag);
        println!(
            "_Static_assert(sizeof({name}) == {}, \"{name}\");",
            layout.size
        );
        for (field, offset) in record.fields.iter().flatten().zip(&layout.offsets) {
            if !field.name.is_empty() && field.bits.is_none() {
                let (member, bytes) = (&field.name, offset.bytes());
                println!("_Static_assert(__builtin_offsetof({name}, {member}) == {bytes}, \"\");");
            }
        }
    }
}
