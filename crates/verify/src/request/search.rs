//! How a verdict is searched: engine, arithmetic, and what the engine does without.

use super::{ArithmeticChoice, EngineId, lossless};
use invar_engine::{ANCESTORS, CLAUSE_GROWTH, CegarOptions, EngineOptions, Options, Part};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// How a verdict is searched.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct SearchOptions {
    /// The engine that was asked for.
    pub engine: EngineId,
    /// The arithmetic in which engines search; evidence is checked over bit-vectors in any case.
    pub arithmetic: ArithmeticChoice,
    /// How many times larger than an interpolant its clauses may be, before `tree-ic3-itp` blocks the path by IC3.
    pub clause_growth: usize,
    /// How many ancestors of its place a node of a tree takes labels over from.
    pub ancestors: usize,
    /// Parts that IC3 engines must do without.
    pub without: Vec<Part>,
    /// A file with another order of engines for the default.
    #[serde(with = "lossless::optional")]
    pub strategy: Option<PathBuf>,
    /// How `ic3-cegar` searches.
    pub cegar: CegarOptions,
    /// How bits are searched; the method is chosen by the engine.
    pub bits: invar_bitlevel::Options,
}

impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions {
            engine: EngineId::default(),
            arithmetic: ArithmeticChoice::default(),
            clause_growth: CLAUSE_GROWTH,
            ancestors: ANCESTORS,
            without: Vec::new(),
            strategy: None,
            cegar: CegarOptions::default(),
            bits: invar_bitlevel::Options::default(),
        }
    }
}

impl SearchOptions {
    /// The engine that searches: bits have one of their own.
    pub fn engine(&self) -> EngineId {
        match self.arithmetic {
            ArithmeticChoice::Bits => EngineId::Ic3Bool,
            _ => self.engine,
        }
    }

    /// The parts that IC3 engines use.
    pub fn parts(&self) -> Options {
        Options::without(self.without.iter().copied())
            .growing(self.clause_growth)
            .remembering(self.ancestors)
    }

    /// What engines are made with.
    pub fn engine_options(&self) -> EngineOptions {
        EngineOptions {
            parts: self.parts(),
            cegar: self.cegar.clone(),
            bits: self.bits.clone(),
            bound: None,
        }
    }
}
