//! How `ic3-cegar` searches: a named configuration, and what is different from it.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use invar_engine::{
    AbstractionKind, CegarOptions, Equations, FramesOf, Initial, Mining, Preset, Refinement,
    Sharing, States,
};
use std::collections::BTreeSet;

/// What represents no number, and the empty list.
const NONE: &str = "none";

/// Where help lists these options; said of each, since a heading of the struct would go on to the
/// options after it.
const HEADING: &str = "Options of ic3-cegar";

/// A configuration of `ic3-cegar`; what is absent is as the preset says.
#[derive(Args, Debug, Clone)]
pub struct CegarArguments {
    /// The configuration: the one that solves most, or one of the thesis by its name there.
    #[arg(
        long = "cegar",
        help_heading = HEADING,
        id = "cegar",
        value_name = "PRESET",
        default_value = Preset::default().name(),
        value_parser = one_of(Preset::ALL, Preset::name)
    )]
    preset: Preset,
    /// How many counterexamples to a generalisation are blocked before it is joined with one.
    #[arg(
        long = "cegar-max-ctgs",
        help_heading = HEADING,
        value_name = "NUMBER"
    )]
    max_ctgs: Option<u32>,
    /// To which depth counterexamples to generalisations are generalised themselves.
    #[arg(
        long = "cegar-max-depth",
        help_heading = HEADING,
        value_name = "NUMBER"
    )]
    max_depth: Option<u32>,
    /// How often a generalisation is joined with its counterexamples; `none` for any number.
    #[arg(
        long = "cegar-max-joins",
        help_heading = HEADING,
        value_name = "NUMBER|none",
        value_parser = bound
    )]
    max_joins: Option<Bound>,
    /// How many literals a generalisation replaces by weaker predicates.
    #[arg(
        long = "cegar-max-geometric",
        help_heading = HEADING,
        value_name = "NUMBER"
    )]
    max_geometric: Option<u32>,
    /// From how many states of a place predicates are mined; `none` for no mining.
    #[arg(
        long = "cegar-min-points",
        help_heading = HEADING,
        value_name = "NUMBER|none",
        value_parser = points
    )]
    min_points: Option<Bound>,
    /// How many spurious steps there may be on the way to an error before predicates are refined.
    #[arg(
        long = "cegar-max-spurious",
        help_heading = HEADING,
        value_name = "NUMBER"
    )]
    max_spurious: Option<u32>,
    /// Where new predicates come from.
    #[arg(
        long = "cegar-refinement",
        help_heading = HEADING,
        value_name = "SOURCE",
        value_parser = one_of(Refinement::ALL, Refinement::name)
    )]
    refinement: Option<Refinement>,
    /// How equations become predicates: two inequalities, or the equation and one of them.
    #[arg(
        long = "cegar-equations",
        help_heading = HEADING,
        value_name = "FORM",
        value_parser = one_of(Equations::ALL, Equations::name)
    )]
    equations: Option<Equations>,
    /// The predicates of the beginning: any of condition, expressions and pairs, with commas, or
    /// none.
    #[arg(
        long = "cegar-initial",
        help_heading = HEADING,
        value_name = "LIST",
        value_parser = |text: &str| listed(text, Initial::ALL, Initial::name)
    )]
    initial: Option<Listed<Initial>>,
    /// What frames belong to: the whole program, with a counter in every state, or locations.
    #[arg(
        long = "cegar-frames",
        help_heading = HEADING,
        value_name = "OWNER",
        value_parser = one_of(FramesOf::ALL, FramesOf::name)
    )]
    frames: Option<FramesOf>,
    /// What of the states that lead on is kept: points, or parts of the pre-image.
    #[arg(
        long = "cegar-states",
        help_heading = HEADING,
        value_name = "KIND",
        value_parser = one_of(States::ALL, States::name)
    )]
    states: Option<States>,
    /// How steps are abstracted: by abstractions of single states, or inside the solver.
    #[arg(
        long = "cegar-abstraction",
        help_heading = HEADING,
        value_name = "KIND",
        value_parser = one_of(AbstractionKind::ALL, AbstractionKind::name)
    )]
    abstraction: Option<AbstractionKind>,
    /// What is mined besides equations of one place: any of inequalities and across, with commas,
    /// or none.
    #[arg(
        long = "cegar-mining",
        help_heading = HEADING,
        value_name = "LIST",
        value_parser = |text: &str| listed(text, Mining::ALL, Mining::name)
    )]
    mining: Option<Listed<Mining>>,
    /// Whether predicates are taken over from another engine, which searches first.
    #[arg(
        long = "cegar-sharing",
        help_heading = HEADING,
        value_name = "ENGINE",
        value_parser = one_of(Sharing::ALL, Sharing::name)
    )]
    sharing: Option<Sharing>,
}

/// A number or `none`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bound(Option<u32>);

/// Some of the things that have names, or none of them.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Listed<T>(BTreeSet<T>);

fn bound(text: &str) -> Result<Bound, String> {
    match text {
        NONE => Ok(Bound(None)),
        number => match number.parse() {
            Ok(number) => Ok(Bound(Some(number))),
            Err(error) => Err(format!("neither `{NONE}` nor a number: {error}")),
        },
    }
}

/// One state alone lies on every line through it.
fn points(text: &str) -> Result<Bound, String> {
    match bound(text)? {
        Bound(Some(0 | 1)) => Err("predicates are mined from two states or more".to_owned()),
        other => Ok(other),
    }
}

fn one_of<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [T; N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.map(name)).map(move |given| {
        let named = all.into_iter().find(|each| name(*each) == given);
        named.expect("only names are possible values")
    })
}

fn listed<T: Copy + Ord, const N: usize>(
    text: &str,
    all: [T; N],
    name: fn(T) -> &'static str,
) -> Result<Listed<T>, String> {
    if text == NONE {
        return Ok(Listed(BTreeSet::new()));
    }
    let named = |given: &str| {
        let found = all.into_iter().find(|each| name(*each) == given);
        found.ok_or_else(|| {
            let names = all.map(name).join(", ");
            format!("`{given}` is not among {names}; `{NONE}` cannot be combined with others")
        })
    };
    text.split(',')
        .map(named)
        .collect::<Result<_, _>>()
        .map(Listed)
}

impl CegarArguments {
    /// The configuration.
    pub fn options(&self) -> CegarOptions {
        let preset = self.preset.options();
        let bound = |given: Option<Bound>, otherwise| given.map_or(otherwise, |bound| bound.0);
        CegarOptions {
            max_ctgs: self.max_ctgs.unwrap_or(preset.max_ctgs),
            max_depth: self.max_depth.unwrap_or(preset.max_depth),
            max_joins: bound(self.max_joins, preset.max_joins),
            max_geometric: self.max_geometric.unwrap_or(preset.max_geometric),
            min_points: bound(self.min_points, preset.min_points),
            max_spurious: self.max_spurious.unwrap_or(preset.max_spurious),
            refinement: self.refinement.unwrap_or(preset.refinement),
            equations: self.equations.unwrap_or(preset.equations),
            initial: (self.initial.clone()).map_or(preset.initial, |listed| listed.0),
            frames: self.frames.unwrap_or(preset.frames),
            states: self.states.unwrap_or(preset.states),
            abstraction: self.abstraction.unwrap_or(preset.abstraction),
            mining: (self.mining.clone()).map_or(preset.mining, |listed| listed.0),
            sharing: self.sharing.unwrap_or(preset.sharing),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::CegarArguments;
    use clap::{Args, Command, Error, FromArgMatches};
    use invar_engine::{
        AbstractionKind, CegarOptions, Equations, FramesOf, Initial, Mining, Preset, Refinement,
        Sharing, States,
    };
    use std::collections::BTreeSet;

    fn parsed(arguments: &[&str]) -> Result<CegarArguments, Error> {
        let command = CegarArguments::augment_args(Command::new("test"));
        let matches = command.try_get_matches_from(["test"].iter().chain(arguments))?;
        CegarArguments::from_arg_matches(&matches)
    }

    #[test]
    fn a_preset_alone_is_the_preset() {
        for preset in Preset::ALL {
            let arguments = parsed(&["--cegar", preset.name()]).expect("valid");
            assert_eq!(arguments.options(), preset.options(), "{preset:?}");
        }
        assert_eq!(
            parsed(&[]).expect("valid").options(),
            CegarOptions::default()
        );
    }

    /// Every option, each with a value that neither the preset nor the default has.
    const GIVEN: [&str; 30] = [
        "--cegar",
        "CGRL",
        "--cegar-max-ctgs",
        "5",
        "--cegar-max-depth",
        "6",
        "--cegar-max-joins",
        "7",
        "--cegar-max-geometric",
        "8",
        "--cegar-min-points",
        "none",
        "--cegar-max-spurious",
        "9",
        "--cegar-refinement",
        "preimage",
        "--cegar-equations",
        "halves",
        "--cegar-initial",
        "condition,pairs",
        "--cegar-frames",
        "locations",
        "--cegar-states",
        "cubes",
        "--cegar-abstraction",
        "implicit",
        "--cegar-mining",
        "inequalities,across",
        "--cegar-sharing",
        "predabs",
    ];

    #[test]
    fn what_is_given_comes_before_the_preset() {
        let options = parsed(&GIVEN).expect("valid").options();
        let expected = CegarOptions {
            max_ctgs: 5,
            max_depth: 6,
            max_joins: Some(7),
            max_geometric: 8,
            min_points: None,
            max_spurious: 9,
            refinement: Refinement::Preimage,
            equations: Equations::Halves,
            initial: BTreeSet::from([Initial::Condition, Initial::Pairs]),
            frames: FramesOf::Locations,
            states: States::Cubes,
            abstraction: AbstractionKind::Implicit,
            mining: BTreeSet::from([Mining::Inequalities, Mining::Across]),
            sharing: Sharing::Predabs,
        };
        assert_eq!(options, expected);
        // One by one: the rest stays as the preset says.
        for pair in GIVEN[2..].chunks(2) {
            let changed = parsed(&[&GIVEN[..2], pair].concat())
                .expect("valid")
                .options();
            assert_ne!(changed, Preset::Cgrl.options(), "{pair:?}");
        }
    }

    #[test]
    fn lists_have_no_order_and_may_be_empty() {
        let mining = |list| parsed(&["--cegar", "CR", "--cegar-mining", list]).expect("valid");
        assert_eq!(
            mining("across,inequalities").options(),
            mining("inequalities,across").options()
        );
        let none = parsed(&["--cegar", "CR", "--cegar-initial", "none"]).expect("valid");
        assert_eq!(none.options().initial, BTreeSet::new());
    }

    #[test]
    fn what_has_no_meaning_is_refused() {
        for (given, said) in [
            (["--cegar", "cr"], "possible values"),
            (["--cegar-max-joins", "many"], "neither `none` nor a number"),
            (["--cegar-min-points", "1"], "two states or more"),
            (["--cegar-max-ctgs", "none"], "invalid digit"),
            (
                ["--cegar-initial", "condition,none"],
                "condition, expressions, pairs",
            ),
            (["--cegar-initial", ""], "condition, expressions, pairs"),
            (["--cegar-mining", "equations"], "inequalities, across"),
        ] {
            let error = parsed(&given).expect_err("refused").to_string();
            assert!(error.contains(said), "{error}");
        }
    }
}
