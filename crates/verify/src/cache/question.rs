//! Questions to the store.

use super::key::key;
use crate::program::load::RECURSION_DEPTHS;
use crate::request::Integers;
use crate::run::Run;
use crate::search::source::Source;
use invar_cfa::Program;
use invar_evidence::Canonical;
use invar_passes::{PassOptions, Prepared};
use invar_store::Key;

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
