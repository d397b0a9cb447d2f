//! Keys of what the store holds.

use invar_cfa::Program;
use invar_evidence::Canonical;
use invar_store::Key;

/// The version of what programs mean and of how evidence is written: entries of other versions are
/// never met.
const SEMANTICS: &str = "1";

/// The key of a question.
pub(super) fn key(program: &Program, form: &Canonical) -> Key {
    Key::of(&[
        b"question",
        SEMANTICS.as_bytes(),
        program.property.to_string().as_bytes(),
        program.data_model.to_string().as_bytes(),
        form.text.as_bytes(),
    ])
}

/// The key of all versions of a program: file and name of its entry, the property and the data
/// model.
pub(super) fn name_key(program: &Program) -> Key {
    let files = program.sources.files();
    let files = files.filter(|(_, path)| !path.starts_with(invar_cfa::MODEL_FILES));
    let first = files.map(|(_, path)| path).next().unwrap_or_default();
    // Two checkouts of one project are in different folders.
    let name = first.rsplit('/').next().unwrap_or_default();
    let entry = program.function(program.entry);
    Key::of(&[
        b"versions",
        SEMANTICS.as_bytes(),
        name.as_bytes(),
        entry.name.as_bytes(),
        program.property.to_string().as_bytes(),
        program.data_model.to_string().as_bytes(),
    ])
}
