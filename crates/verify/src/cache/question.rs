//! Questions and their keys.

use crate::program::load::RECURSION_DEPTHS;
use crate::request::Integers;
use crate::run::Run;
use crate::search::source::Source;
use invar_cfa::Program;
use invar_evidence::Canonical;
use invar_passes::{PassOptions, Prepared};
use invar_store::Key;

/// The version of what programs mean and of how evidence is written: entries of other versions are
/// never met.
const SEMANTICS: &str = "1";

/// A program with some of its assertions, as the store knows it.
pub(crate) struct CacheQuery {
    /// The inlined program.
    pub(super) source: Program,
    /// What the passes leave of it.
    pub(crate) prepared: Prepared,
    pub(super) form: Canonical,
    pub(super) key: Key,
}

impl CacheQuery {
    pub(super) fn of(source: Program, prepared: Prepared) -> CacheQuery {
        let form = Canonical::of(&prepared.program);
        let key = key(&source, &form);
        CacheQuery {
            source,
            prepared,
            form,
            key,
        }
    }
}

/// The key of a program in a form.
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

impl Run<'_> {
    /// The question about the open assertions of a program, if there is a store.
    pub(crate) fn question(&mut self, program: &Program) -> Option<CacheQuery> {
        if !self.cache.is_open() || self.session.request.integers != Integers::Machine {
            return None;
        }
        let source = self.selected(program, RECURSION_DEPTHS[0]).ok()?;
        let prepared = self
            .worker
            .prepared(&Source::of(&source), &PassOptions::default());
        Some(self.phase("numbering", |_| CacheQuery::of(source, prepared)))
    }
}
