//! How a verdict is searched: engine, arithmetic, and what the engine does without. The same for
//! `check` and `bench`.

use super::bits::BitsArguments;
use super::cegar::CegarArguments;
use super::choice::{default_of, one_of};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use invar_engine::{ANCESTORS, CLAUSE_GROWTH, Part};
use invar_verify::request::{ArithmeticChoice, EngineId, SearchOptions};
use std::path::PathBuf;

/// How a verdict is searched.
#[derive(Args, Debug, Clone)]
pub struct SearchArguments {
    /// The engine; without it, the order of engines that solves most.
    #[arg(long, value_name = "ENGINE", default_value = default_of::<EngineId>(), value_parser = one_of::<EngineId>())]
    pub engine: EngineId,
    /// The arithmetic in which engines search; evidence is checked over bit-vectors in any case.
    #[arg(long, value_name = "ARITHMETIC", default_value = default_of::<ArithmeticChoice>(), value_parser = one_of::<ArithmeticChoice>())]
    pub arithmetic: ArithmeticChoice,
    /// How many times larger than an interpolant its clauses may be, before `tree-ic3-itp` blocks
    /// the path by IC3 instead.
    #[arg(long, value_name = "FACTOR", default_value_t = CLAUSE_GROWTH)]
    pub clause_growth: usize,
    /// How many ancestors of its place a node of a tree takes labels over from, nearest first.
    #[arg(long, value_name = "NUMBER", default_value_t = ANCESTORS)]
    pub ancestors: usize,
    /// A part that an IC3 engine must do without; may be given several times.
    #[arg(long, value_name = "PART", value_parser = part())]
    pub without: Vec<Part>,
    /// A file with another order of engines for the default, of the form of
    /// crates/verify/src/search/plan/strategy.toml.
    #[arg(long, value_name = "FILE")]
    pub strategy: Option<PathBuf>,
    /// How `ic3-cegar` searches.
    #[command(flatten)]
    pub cegar: CegarArguments,
    /// How bits are searched.
    #[command(flatten)]
    pub bits: BitsArguments,
}

fn part() -> impl TypedValueParser<Value = Part> {
    PossibleValuesParser::new(Part::ALL.map(Part::name)).map(|name| {
        let named = Part::ALL.into_iter().find(|part| part.name() == name);
        named.expect("only names of parts are possible values")
    })
}

impl SearchArguments {
    /// The options that the arguments describe.
    pub fn options(&self) -> SearchOptions {
        SearchOptions {
            engine: self.engine,
            arithmetic: self.arithmetic,
            clause_growth: self.clause_growth,
            ancestors: self.ancestors,
            without: self.without.clone(),
            strategy: self.strategy.clone(),
            cegar: self.cegar.options(),
            bits: self.bits.options(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SearchArguments;
    use clap::{Args, Command, FromArgMatches};
    use invar_engine::{FramesOf, Part};
    use invar_verify::request::{ArithmeticChoice, EngineId, Named, SearchOptions};

    fn parsed(arguments: &[&str]) -> SearchArguments {
        let command = SearchArguments::augment_args(Command::new("test"));
        let matches = command
            .try_get_matches_from(["test"].iter().chain(arguments))
            .expect("valid arguments");
        SearchArguments::from_arg_matches(&matches).expect("valid arguments")
    }

    #[test]
    fn nothing_given_is_the_default() {
        assert_eq!(parsed(&[]).options(), SearchOptions::default());
    }

    #[test]
    fn every_engine_and_arithmetic_is_taken_by_its_name() {
        for engine in EngineId::ALL {
            let options = parsed(&["--engine", engine.name()]).options();
            assert_eq!(options.engine, *engine);
        }
        let former = parsed(&["--engine", "facts"]).options();
        assert_eq!(former.engine, EngineId::Houdini);
        for arithmetic in ArithmeticChoice::ALL {
            let options = parsed(&["--arithmetic", arithmetic.name()]).options();
            assert_eq!(options.arithmetic, *arithmetic);
        }
    }

    #[test]
    fn options_survive_the_way_to_another_process() {
        let given = [
            "--engine",
            "ic3-cfa",
            "--arithmetic",
            "wrap",
            "--clause-growth",
            "3",
            "--ancestors",
            "2",
            "--without",
            "ctg",
            "--without",
            "lift",
            "--cegar",
            "CR",
            "--cegar-frames",
            "locations",
            "--bits-generalise",
            "dynamic",
            "--bits-lift",
            "ternary",
            "--bits-signals",
            "shared",
            "--bits-order",
            "activity",
            "--bits-solvers",
            "single",
            "--bits-sat",
            "cadical",
            "--bits-reduce",
            "constants",
        ];
        let text = serde_json::to_string(&parsed(&given).options()).expect("text");
        let options: SearchOptions = serde_json::from_str(&text).expect("options");
        assert_eq!(options, parsed(&given).options());
        assert!(!options.parts().has(Part::Ctg));
        assert!(!options.parts().has(Part::Lift));
        assert!(options.parts().has(Part::Core));
        assert_eq!(options.cegar.frames, FramesOf::Locations);
    }
}
