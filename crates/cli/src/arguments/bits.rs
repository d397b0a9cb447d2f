//! How bits are searched: hardware models, and programs blasted to bits.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use invar_bitlevel::{
    Arrangement, Effort, Generalisation, Lifting, Options, Order, Reductions, Signals, SolverKind,
};

/// Where help lists these options; said of each, since a heading of the struct would go on to the
/// options after it.
const HEADING: &str = "Options of the search on bits";

/// Values by their names on the command line.
type Choices<T> = &'static [(&'static str, T)];

const GENERALISATIONS: Choices<Generalisation> = &[
    ("plain", Generalisation::Fixed(Effort::PLAIN)),
    ("ctg", Generalisation::Fixed(Effort::CTG)),
    ("dynamic", Generalisation::Dynamic),
];
const LIFTINGS: Choices<Lifting> = &[
    ("core", Lifting::Core),
    ("ternary", Lifting::Ternary),
    ("both", Lifting::Both),
];
const SIGNALS: Choices<Signals> = &[("none", Signals::None), ("shared", Signals::Shared)];
const ORDERS: Choices<Order> = &[("activity", Order::Activity), ("good", Order::Good)];
const ARRANGEMENTS: Choices<Arrangement> = &[
    ("per-frame", Arrangement::PerFrame),
    ("single", Arrangement::Single),
];
const SOLVERS: Choices<SolverKind> = &[
    ("own", SolverKind::Own),
    ("batsat", SolverKind::Batsat),
    ("cadical", SolverKind::Cadical),
];
const REDUCTIONS: Choices<Reductions> = &[
    ("cone", Reductions::Cone),
    ("constants", Reductions::Constants),
    ("equivalences", Reductions::Equivalences),
];

/// A configuration of IC3 on bits.
#[derive(Args, Debug, Clone)]
pub struct BitsArguments {
    /// How lemmas are made more general: by dropping literals alone; with counterexamples to
    /// generalisation (Hassan, Bradley, Somenzi 2013); with an effort that grows where obligations
    /// come back (Su et al. 2025).
    #[arg(
        long = "bits-generalise",
        help_heading = HEADING,
        value_name = "EFFORT",
        default_value = name(GENERALISATIONS, Options::default().generalisation),
        value_parser = one_of(GENERALISATIONS)
    )]
    generalisation: Generalisation,
    /// How predecessors are made cubes: by the core of a question (Chockler et al. 2011), by
    /// three-valued simulation (Een, Mishchenko, Brayton 2011), or by one after the other.
    #[arg(
        long = "bits-lift",
        help_heading = HEADING,
        value_name = "WAY",
        default_value = name(LIFTINGS, Options::default().lifting),
        value_parser = one_of(LIFTINGS)
    )]
    lifting: Lifting,
    /// What cubes have besides latches: nothing, or signals inside the circuit that are used more
    /// than once or are choices (Dureja, Gurfinkel, Ivrii, Vizel 2021).
    #[arg(
        long = "bits-signals",
        help_heading = HEADING,
        value_name = "WHICH",
        default_value = name(SIGNALS, Options::default().signals),
        value_parser = one_of(SIGNALS)
    )]
    signals: Signals,
    /// Which literals are dropped first: those that are rarely in lemmas; the same, but those of a
    /// lemma of the frame below are kept (Xia et al. 2023).
    #[arg(
        long = "bits-order",
        help_heading = HEADING,
        value_name = "ORDER",
        default_value = name(ORDERS, Options::default().order),
        value_parser = one_of(ORDERS)
    )]
    order: Order,
    /// Which solvers frames have: one for each, or one for all.
    #[arg(
        long = "bits-solvers",
        help_heading = HEADING,
        value_name = "HOW_MANY",
        default_value = name(ARRANGEMENTS, Options::default().arrangement),
        value_parser = one_of(ARRANGEMENTS)
    )]
    arrangement: Arrangement,
    /// The SAT solver of IC3: our own, Batsat or CaDiCaL; `bmc` and `kind` have CaDiCaL.
    #[arg(
        long = "bits-sat",
        help_heading = HEADING,
        value_name = "SOLVER",
        default_value = name(SOLVERS, Options::default().solver),
        value_parser = one_of(SOLVERS)
    )]
    solver: SolverKind,
    /// How the circuit is made smaller before: what the property does not depend on is left out,
    /// also latches that are constant, also latches that are always equal or always different (van
    /// Eijk 2000); `--engine kind` always takes `cone`.
    #[arg(
        long = "bits-reduce",
        help_heading = HEADING,
        value_name = "WHAT",
        default_value = name(REDUCTIONS, Options::default().reductions),
        value_parser = one_of(REDUCTIONS)
    )]
    reductions: Reductions,
}

fn one_of<T: Copy + Send + Sync + 'static>(
    choices: Choices<T>,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(choices.iter().map(|(name, _)| *name)).map(move |given| {
        let named = choices.iter().find(|(name, _)| *name == given);
        named.expect("only names are possible values").1
    })
}

fn name<T: PartialEq>(choices: Choices<T>, value: T) -> &'static str {
    let named = choices.iter().find(|(_, each)| *each == value);
    named
        .expect("values come from the list, or are defaults in it")
        .0
}

impl BitsArguments {
    /// The configuration; the engine chooses the method.
    pub fn options(&self) -> Options {
        Options {
            method: Options::default().method,
            reductions: self.reductions,
            solver: self.solver,
            generalisation: self.generalisation,
            lifting: self.lifting,
            arrangement: self.arrangement,
            order: self.order,
            signals: self.signals,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::BitsArguments;
    use clap::{Args, Command, Error, FromArgMatches};
    use invar_bitlevel::{
        Arrangement, Effort, Generalisation, Lifting, Method, Options, Order, Reductions, Signals,
        SolverKind,
    };

    fn parsed(arguments: &[&str]) -> Result<BitsArguments, Error> {
        let command = BitsArguments::augment_args(Command::new("test"));
        let matches = command.try_get_matches_from(["test"].iter().chain(arguments))?;
        BitsArguments::from_arg_matches(&matches)
    }

    /// Every option, each with a value that is not the default.
    const GIVEN: [&str; 14] = [
        "--bits-generalise",
        "plain",
        "--bits-lift",
        "both",
        "--bits-signals",
        "shared",
        "--bits-order",
        "activity",
        "--bits-solvers",
        "single",
        "--bits-sat",
        "batsat",
        "--bits-reduce",
        "cone",
    ];

    #[test]
    fn nothing_given_is_the_default() {
        assert_eq!(parsed(&[]).expect("valid").options(), Options::default());
    }

    #[test]
    fn every_option_has_its_place() {
        let options = parsed(&GIVEN).expect("valid").options();
        let expected = Options {
            method: Method::Auto,
            reductions: Reductions::Cone,
            solver: SolverKind::Batsat,
            generalisation: Generalisation::Fixed(Effort::PLAIN),
            lifting: Lifting::Both,
            arrangement: Arrangement::Single,
            order: Order::Activity,
            signals: Signals::Shared,
        };
        assert_eq!(options, expected);
        for pair in GIVEN.chunks(2) {
            let changed = parsed(pair).expect("valid").options();
            assert_ne!(changed, Options::default(), "{pair:?}");
        }
    }

    #[test]
    fn what_has_no_meaning_is_refused() {
        for option in GIVEN.iter().step_by(2) {
            let error = parsed(&[option, "other"]).expect_err("refused").to_string();
            assert!(error.contains("possible values"), "{error}");
        }
    }
}
