//! How a verdict is searched: engine, arithmetic, and what the engine does without. The same for
//! `check` and `bench`.

use super::bits::BitsArguments;
use super::cegar::CegarArguments;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use invar_encode::Arithmetic;
use invar_engine::{ANCESTORS, CLAUSE_GROWTH, Options, Part};
use std::path::PathBuf;

/// How a verdict is searched.
#[derive(Args, Debug, Clone)]
pub struct SearchArguments {
    /// The engine; without it, the order of engines that solves most.
    #[arg(long, value_enum, default_value_t = EngineArgument::Default)]
    pub engine: EngineArgument,
    /// The arithmetic in which engines search; evidence is checked over bit-vectors in any case.
    #[arg(long, value_enum, default_value_t = ArithmeticArgument::Auto)]
    pub arithmetic: ArithmeticArgument,
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
    /// crates/cli/src/pipeline/plan/strategy.toml.
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
    /// The engine that searches: bits have one of their own.
    pub fn engine(&self) -> EngineArgument {
        match self.arithmetic {
            ArithmeticArgument::Bits => EngineArgument::Ic3Bool,
            _ => self.engine,
        }
    }

    /// The parts that IC3 engines use.
    pub fn options(&self) -> Options {
        Options::without(self.without.iter().copied())
            .growing(self.clause_growth)
            .remembering(self.ancestors)
    }

    /// The same as arguments of a command line.
    pub fn as_arguments(&self) -> Vec<String> {
        let mut arguments = vec![
            "--engine".to_owned(),
            self.engine.name().to_owned(),
            "--arithmetic".to_owned(),
            self.arithmetic.name().to_owned(),
            "--clause-growth".to_owned(),
            self.clause_growth.to_string(),
            "--ancestors".to_owned(),
            self.ancestors.to_string(),
        ];
        for part in &self.without {
            arguments.extend(["--without".to_owned(), part.name().to_owned()]);
        }
        if let Some(file) = &self.strategy {
            arguments.extend(["--strategy".to_owned(), file.display().to_string()]);
        }
        arguments.extend(self.cegar.as_arguments());
        arguments.extend(self.bits.as_arguments());
        arguments
    }
}

/// Engines by name.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineArgument {
    /// The best order we have.
    Default,
    /// Facts that are guessed and turn out inductive, alone.
    Facts,
    /// Bounded model checking.
    Bmc,
    /// k-induction.
    Kind,
    /// IC3 with frames per loop head.
    Ic3Cfa,
    /// IC3 on one transition relation with a program counter.
    Ic3Smt,
    /// IC3 on a hardware model, or on the program blasted to bits.
    Ic3Bool,
    /// IC3 over predicate abstraction with refinement.
    Ic3Cegar,
    /// IC3 along the paths of an abstract reachability tree.
    TreeIc3,
    /// The same, with interpolants where these are small.
    TreeIc3Itp,
    /// The same, with labels carried over as a whole or not at all.
    TreeIc3ItpMono,
    /// Lazy abstraction with interpolants.
    Impact,
    /// Lazy predicate abstraction.
    Predabs,
    /// Spacer, the engine inside Z3.
    Spacer,
    /// Summaries of recursive functions; where nothing is recursive, as spacer.
    Summaries,
}

impl EngineArgument {
    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            EngineArgument::Default => "default",
            EngineArgument::Facts => "facts",
            EngineArgument::Bmc => "bmc",
            EngineArgument::Kind => "kind",
            EngineArgument::Ic3Cfa => "ic3-cfa",
            EngineArgument::Ic3Smt => "ic3-smt",
            EngineArgument::Ic3Bool => "ic3-bool",
            EngineArgument::Ic3Cegar => "ic3-cegar",
            EngineArgument::TreeIc3 => "tree-ic3",
            EngineArgument::TreeIc3Itp => "tree-ic3-itp",
            EngineArgument::TreeIc3ItpMono => "tree-ic3-itp-mono",
            EngineArgument::Impact => "impact",
            EngineArgument::Predabs => "predabs",
            EngineArgument::Spacer => "spacer",
            EngineArgument::Summaries => "summaries",
        }
    }
}

/// Arithmetics by name.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArithmeticArgument {
    /// Ideal integers, integers without overflow, wrapping ones, bit-vectors, in this order; `bmc`,
    /// `kind` and `ic3-bool` take bit-vectors.
    Auto,
    /// Bit-vectors.
    Bv,
    /// Bits: bit-vectors blasted to a circuit, which `ic3-bool` searches, whatever the engine given.
    Bits,
    /// Integers that wrap around.
    Wrap,
    /// Integers that must not overflow.
    Checked,
    /// Ideal integers.
    Int,
    /// Reals.
    Real,
}

impl ArithmeticArgument {
    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            ArithmeticArgument::Bits => "bits",
            other => other.fixed().map_or("auto", arithmetic_name),
        }
    }

    /// The one arithmetic that is meant, if it is one.
    pub fn fixed(self) -> Option<Arithmetic> {
        Some(match self {
            ArithmeticArgument::Auto => return None,
            ArithmeticArgument::Bv | ArithmeticArgument::Bits => Arithmetic::Bv,
            ArithmeticArgument::Wrap => Arithmetic::Wrap,
            ArithmeticArgument::Checked => Arithmetic::Checked,
            ArithmeticArgument::Int => Arithmetic::Int,
            ArithmeticArgument::Real => Arithmetic::Real,
        })
    }
}

/// The name of an arithmetic on the command line and in reports.
pub fn arithmetic_name(arithmetic: Arithmetic) -> &'static str {
    match arithmetic {
        Arithmetic::Bv => "bv",
        Arithmetic::Wrap => "wrap",
        Arithmetic::Checked => "checked",
        Arithmetic::Int => "int",
        Arithmetic::Real => "real",
    }
}

#[cfg(test)]
mod tests {
    use super::{ArithmeticArgument, EngineArgument, SearchArguments};
    use clap::{Args, Command, FromArgMatches, ValueEnum};
    use invar_engine::{FramesOf, Part};

    fn parsed(arguments: &[&str]) -> SearchArguments {
        let command = SearchArguments::augment_args(Command::new("test"));
        let matches = command
            .try_get_matches_from(["test"].iter().chain(arguments))
            .expect("valid arguments");
        SearchArguments::from_arg_matches(&matches).expect("valid arguments")
    }

    #[test]
    fn names_are_those_of_the_command_line() {
        for engine in EngineArgument::value_variants() {
            let value = engine.to_possible_value().expect("not hidden");
            assert_eq!(value.get_name(), engine.name());
        }
        for arithmetic in ArithmeticArgument::value_variants() {
            let value = arithmetic.to_possible_value().expect("not hidden");
            assert_eq!(value.get_name(), arithmetic.name());
        }
    }

    #[test]
    fn arguments_survive_the_way_to_another_process() {
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
        let search = parsed(&given);
        assert_eq!(search.as_arguments(), given);
        assert!(!search.options().has(Part::Ctg));
        assert!(!search.options().has(Part::Lift));
        assert!(search.options().has(Part::Core));
        assert_eq!(search.cegar.options().frames, FramesOf::Locations);
    }
}
