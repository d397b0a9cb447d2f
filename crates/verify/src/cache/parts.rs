//! Questions that were answered in parts, or not at all.

use super::CacheQuery;
use super::entry::Answer;
use super::lookup::LookupResult;
use crate::run::Run;
use invar_budget::Budget;
use invar_cfa::Program;
use invar_passes::PassOptions;
use invar_store::Key;

/// A question whose answer is not evidence.
pub(crate) struct Noted {
    question: Option<CacheQuery>,
    /// What the store says about it.
    pub(crate) before: Before,
}

/// What is known of a question before it is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Before {
    /// Its parts were answered.
    Parts,
    /// There was no answer.
    Fruitless,
    /// Nothing, or evidence.
    Open,
}

impl Run<'_> {
    /// What the store says about how the open assertions were answered.
    pub(crate) fn noted(&mut self, program: &Program) -> Noted {
        let question = self.question(program);
        let key: Option<Key> = question.as_ref().map(|question| question.key);
        let entry = key.and_then(|key| self.cache.entry(&key));
        let before = match entry.map(|entry| entry.answer) {
            Some(Answer::Parts) => Before::Parts,
            Some(Answer::Nothing) => Before::Fruitless,
            _ => Before::Open,
        };
        Noted { question, before }
    }

    /// Notes how a question was answered.
    pub(crate) fn note(&mut self, noted: &Noted, answer: Answer) {
        if let Some(question) = &noted.question {
            self.insert_without_evidence(question, answer);
        }
    }

    /// What the store says about a program in which an assertion is reached. An earlier search
    /// without result counts here: the verdict does not depend on it.
    pub(crate) fn probed(
        &mut self,
        probe: &Program,
        budget: &Budget,
    ) -> (CacheQuery, LookupResult) {
        let source = crate::search::source::Source::of(probe);
        let prepared = self.worker.prepared(&source, &PassOptions::default());
        let question = CacheQuery::of(probe.clone(), prepared);
        let found = self.lookup_probe(&question, budget);
        (question, found)
    }
}
