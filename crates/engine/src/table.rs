//! The table of engines: everything that is said about an engine by its name is made from its row.
//!
//! The command line, configuration, strategies, hardware checks, tests and the table in `book/src/engines.md` read it. To add
//! an engine: its folder, its `mod` line in `engines/mod.rs`, a row here, and its row in the book, which a test demands.

use crate::{
    Bmc, CegarOptions, Engine, Heap, Houdini, Ic3Bool, Ic3Cegar, Ic3Cfa, Ic3Smt, Impact, Kind,
    Options, Predabs, Spacer, TreeIc3, TreeIc3Itp, Unwind,
};
use invar_bitlevel::Method;
use serde::{Deserialize, Serialize};

/// How an engine is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ability {
    /// It finds inductive proofs, in one arithmetic after the other.
    Proves,
    /// It searches the program in its own arithmetic; its proofs are no candidates in another one.
    Unrolls,
    /// It is no engine but an order of them.
    Chooses,
}

/// What the lemmas that an engine reports are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LemmasOver {
    /// The program's variables: other engines can use them.
    Variables,
    /// A program counter, which other engines do not have.
    Counter,
}

/// What an engine is made with.
#[derive(Clone, Default, Debug)]
pub struct EngineOptions {
    /// The parts that IC3 engines use.
    pub parts: Options,
    /// How `ic3-cegar` searches.
    pub cegar: CegarOptions,
    /// How bits are searched.
    pub bits: invar_bitlevel::Options,
    /// The depth at which bounded model checking ends.
    pub bound: Option<u32>,
}

/// What is known of an engine.
#[derive(Clone, Copy, Debug)]
pub struct EngineRow {
    /// Its name in commands, files and reports.
    pub name: &'static str,
    /// A name that it had before, which commands and files may still use.
    pub former_name: Option<&'static str>,
    /// What it is, in one sentence.
    pub help: &'static str,
    /// How it works, for the book.
    pub idea: &'static str,
    /// Where it is described.
    pub paper: &'static str,
    /// How it is used.
    pub ability: Ability,
    /// What its lemmas are about.
    pub lemmas: LemmasOver,
    /// The search on a hardware model; `None` if it does not search them.
    pub circuits: Option<Method>,
    make: fn(&EngineOptions) -> Box<dyn Engine>,
}

macro_rules! engines {
    ($( $(#[$attribute:meta])* $variant:ident $(: $($field:ident = $value:expr),+)? => $name:literal, $help:literal, $idea:expr, $paper:expr, $make:expr; )+) => {
        /// An engine, or the order of engines that solves most.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
        pub enum EngineId {
            $( $(#[$attribute])* #[doc = $help] #[serde(rename = $name)] $variant ),+
        }

        impl EngineId {
            /// Every engine, the default first.
            pub const ALL: &'static [EngineId] = &[$( EngineId::$variant ),+];

            /// Its row of the table.
            pub const fn row(self) -> &'static EngineRow {
                match self {
                    $( EngineId::$variant => {
                        const ROW: EngineRow = EngineRow {
                            name: $name,
                            help: $help,
                            idea: $idea,
                            paper: $paper,
                            $( $($field: $value,)+ )?
                            ..row($make)
                        };
                        &ROW
                    } )+
                }
            }
        }
    };
}

/// A row of an engine that proves and has lemmas over the program's variables.
const fn row(make: fn(&EngineOptions) -> Box<dyn Engine>) -> EngineRow {
    EngineRow {
        name: "",
        former_name: None,
        help: "",
        idea: "",
        paper: "",
        ability: Ability::Proves,
        lemmas: LemmasOver::Variables,
        circuits: None,
        make,
    }
}

engines! {
    #[default]
    Default: ability = Ability::Chooses, circuits = Some(Method::Auto) =>
        "default",
        "The order of engines that measured best.",
        "",
        "",
        |options| Box::new(Ic3Cfa::new(options.parts.clone()));
    #[serde(alias = "facts")]
    Houdini: former_name = Some("facts") =>
        "houdini",
        "Candidate invariants, of which Houdini keeps the inductive ones, alone.",
        "take candidate invariants from the program text and from runs, keep those that are inductive together, and see whether they exclude every error: milliseconds, and the other engines begin with these facts",
        "Flanagan, Leino, *Houdini, an Annotation Assistant for ESC/Java*, FME 2001",
        |_| Box::new(Houdini::default());
    Heap: ability = Ability::Unrolls =>
        "heap",
        "Facts about all objects on the heap, of which Houdini keeps the inductive ones.",
        "take candidates that speak of any one object or any two on the heap (links lead to live objects, no two to the same one, members hold what was written), keep those that are inductive together: lists and trees of any length",
        "Flanagan, Qadeer, *Predicate Abstraction for Software Verification*, POPL 2002; Flanagan, Leino, FME 2001",
        |_| Box::new(Heap);
    Bmc: ability = Ability::Unrolls, circuits = Some(Method::Bmc) =>
        "bmc",
        "Bounded model checking.",
        "unroll the program step by step; finds mistakes, and proves programs whose loops end soon",
        "background in Somenzi and Bradley, *IC3: Where Monolithic and Incremental Meet*, FMCAD 2011",
        |options| Box::new(Bmc { bound: options.bound });
    Unwind: ability = Ability::Unrolls =>
        "unwind",
        "Bounded checking along the structure of loops.",
        "unwind each loop where it is, the inner ones first, until no execution goes round again, and ask about all violations at once: decides programs whose loops are bounded",
        "Clarke, Kroening, Lerda, *A Tool for Checking ANSI-C Programs*, TACAS 2004",
        |options| Box::new(Unwind { bound: options.bound });
    Kind: ability = Ability::Unrolls, circuits = Some(Method::Kind) =>
        "kind",
        "k-induction.",
        "k-induction: k rounds without a violation are followed by another one, and the first k rounds have none",
        "background in Somenzi and Bradley, FMCAD 2011",
        |_| Box::new(Kind::plain());
    Ic3Cfa =>
        "ic3-cfa",
        "IC3 with frames per loop head.",
        "IC3 with one list of frames per loop",
        "Lange, Neuhäußer, Noll, *IC3 Software Model Checking on Control Flow Automata*, FMCAD 2015; Werner, *Property Directed Reachability in Ultimate*, 2018",
        |options| Box::new(Ic3Cfa::new(options.parts.clone()));
    Ic3Smt: lemmas = LemmasOver::Counter =>
        "ic3-smt",
        "IC3 on one transition relation with a program counter.",
        "IC3 on the whole program as one transition relation with a program counter",
        "Cimatti, Griggio, *Software Model Checking via IC3*, CAV 2012, section 3",
        |options| Box::new(Ic3Smt::new(options.parts.clone()));
    Ic3Bool: ability = Ability::Unrolls, circuits = Some(Method::Ic3) =>
        "ic3-bool",
        "IC3 on a hardware model, or on the program blasted to bits.",
        "IC3 on [hardware models](hardware.md), or on the program blasted to bits, with a program counter of as few bits as it takes: for masks, shifts and exclusive or; integers only, no arrays, no floating-point numbers",
        "Somenzi, Bradley, *IC3: Where Monolithic and Incremental Meet*, FMCAD 2011; Werner, 2018, chapter 3",
        |options| {
            let bits = invar_bitlevel::Options { method: Method::Ic3, ..options.bits.clone() };
            Box::new(Ic3Bool::new(options.parts.clone()).searching(bits))
        };
    Ic3Cegar =>
        "ic3-cegar",
        "IC3 over predicate abstraction with refinement.",
        "IC3 on abstract states, which say of some predicates whether they hold; a step that exists only between abstract states gives new predicates",
        "Birgmeier, *Software Verification with IC3 via Abstraction and Interpolation*, thesis, TU Wien 2013, chapter 3",
        |options| Box::new(Ic3Cegar::new(options.parts.clone(), options.cegar.clone()));
    TreeIc3 =>
        "tree-ic3",
        "IC3 along the paths of an abstract reachability tree.",
        "the loops unwound into a tree of abstract states; a path to an error is blocked by IC3 along it, and what is learnt is carried over to later rounds clause by clause",
        "Cimatti, Griggio, CAV 2012, section 4",
        |options| Box::new(TreeIc3::new(options.parts.clone()));
    TreeIc3Itp =>
        "tree-ic3-itp",
        "As tree-ic3, with interpolants where these are small.",
        "as `tree-ic3`, with the clauses of interpolants where these are found quickly and stay small",
        "Cimatti, Griggio, CAV 2012, section 5",
        |options| Box::new(TreeIc3Itp::new(options.parts.clone()));
    TreeIc3ItpMono =>
        "tree-ic3-itp-mono",
        "As tree-ic3-itp, with labels carried over as a whole or not at all.",
        "as `tree-ic3-itp`, but what is learnt is carried over as a whole or not at all",
        "Cimatti, Griggio, CAV 2012, section 6.2",
        |options| Box::new(TreeIc3Itp::monolithic(options.parts.clone()));
    Impact =>
        "impact",
        "Lazy abstraction with interpolants.",
        "the tree with interpolants only",
        "McMillan, *Lazy Abstraction with Interpolants*, CAV 2006",
        |options| Box::new(Impact::new(options.parts.clone()));
    Predabs =>
        "predabs",
        "Lazy predicate abstraction.",
        "the tree with states described by predicates, which come from interpolants",
        "Henzinger, Jhala, Majumdar, Sutre, *Lazy Abstraction*, POPL 2002; the baseline of Cimatti and Griggio",
        |options| Box::new(Predabs::new(options.parts.clone()));
    Spacer =>
        "spacer",
        "Spacer, the engine inside Z3.",
        "the program as Horn clauses, given to the solver inside Z3: the yardstick",
        "Hoder, Bjørner, *Generalized Property Directed Reachability*, SAT 2012; Komuravelli, Gurfinkel, Chaki, *SMT-Based Model Checking for Recursive Programs*, CAV 2014",
        |_| Box::new(Spacer);
    Summaries =>
        "summaries",
        "Summaries of recursive functions; without recursion, as spacer.",
        "preconditions and summaries of functions that call themselves, from Horn clauses; other programs as with `spacer`",
        "Komuravelli, Gurfinkel, Chaki, *SMT-Based Model Checking for Recursive Programs*, CAV 2014",
        |_| Box::new(Spacer);
}

impl EngineId {
    /// Its name in commands, files and reports.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// How it is used.
    pub const fn ability(self) -> Ability {
        self.row().ability
    }

    /// The engine with its options; `default` is its main engine, and `summaries` is what it does without recursion.
    pub fn engine(self, options: &EngineOptions) -> Box<dyn Engine> {
        (self.row().make)(options)
    }
}

#[cfg(test)]
mod tests {
    use super::{Ability, EngineId, EngineOptions};

    const BOOK: &str = include_str!("../../../book/src/engines.md");

    #[test]
    fn engines_have_the_name_of_their_row() {
        for id in EngineId::ALL {
            let engine = id.engine(&EngineOptions::default());
            let elsewhere = matches!(id, EngineId::Default | EngineId::Summaries);
            assert!(elsewhere || engine.name() == id.name(), "{id:?}");
        }
    }

    #[test]
    fn the_book_has_a_row_for_every_engine() {
        let rows: Vec<&str> = BOOK
            .lines()
            .filter(|line| line.starts_with("| `"))
            .collect();
        for id in EngineId::ALL {
            let row = id.row();
            if row.ability == Ability::Chooses {
                continue;
            }
            let wanted = format!("| `{}` | {} | {} |", row.name, row.idea, row.paper);
            assert!(
                rows.contains(&&*wanted),
                "book/src/engines.md lacks:\n{wanted}"
            );
        }
    }
}
