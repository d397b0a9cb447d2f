//! The keys of `invar.toml`, made from the definitions of the arguments of `invar check`.

use crate::arguments::Cli;
use clap::{Arg, ArgAction, CommandFactory};
use invar_verify::request::StoreChoice;
use std::any::TypeId;
use std::path::PathBuf;

/// A key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Key {
    /// Its name.
    pub(super) name: String,
    /// The name of the argument inside the program.
    pub(super) id: String,
    /// What precedes each value on the command line; empty for the files.
    pub(super) option: String,
    /// What it takes.
    pub(super) takes: Takes,
    /// Whether values are paths, which are relative to the file.
    pub(super) values: Values,
    /// What it means.
    pub(super) help: String,
    /// The value that counts without it.
    default: Option<String>,
    /// What can be said, if that is a list.
    choices: Vec<String>,
}

/// What a key takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Takes {
    /// `true` or `false`.
    Truth,
    /// A text or a number.
    One,
    /// A list of texts.
    List,
}

/// What values are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Values {
    Paths,
    /// Places of a store, which may be paths.
    Stores,
    Texts,
}

/// Arguments about the file itself, those that are the same as another, what differs from machine to machine
/// or from change to change, and what runs the program: that is for the user to say, not for a project.
const NO_KEYS: [&str; 8] = [
    "config",
    "no_config",
    "shard",
    "since",
    "clang_args",
    "confirm",
    "help",
    "version",
];

/// Every key, in the order of the arguments.
pub(super) fn keys() -> Vec<Key> {
    let command = Cli::command();
    let check = command.find_subcommand("check");
    let arguments = check.into_iter().flat_map(|check| check.get_arguments());
    arguments
        .filter(|argument| !NO_KEYS.contains(&argument.get_id().as_str()))
        .filter_map(key)
        .collect()
}

fn key(argument: &Arg) -> Option<Key> {
    let id = argument.get_id().to_string();
    let (name, option) = match (argument.get_long(), argument.get_short()) {
        (Some("clang-arg"), _) => ("clang-args".to_owned(), "--clang-arg".to_owned()),
        (Some(long), _) => (long.to_owned(), format!("--{long}")),
        (None, Some(short)) => (id.replace('_', "-"), format!("-{short}")),
        (None, None) => (id.clone(), String::new()),
    };
    let takes = match argument.get_action() {
        ArgAction::SetTrue => Takes::Truth,
        ArgAction::Append => Takes::List,
        ArgAction::Set => Takes::One,
        _ => return None,
    };
    let defaults = argument.get_default_values().iter();
    let default = defaults.map(|value| value.display().to_string()).next();
    let choices = argument.get_possible_values().into_iter();
    Some(Key {
        name,
        id,
        option,
        takes,
        values: values(argument),
        help: argument
            .get_help()
            .map(ToString::to_string)
            .unwrap_or_default(),
        default: default.filter(|_| takes != Takes::Truth),
        choices: match takes {
            Takes::Truth => Vec::new(),
            _ => choices.map(|choice| choice.get_name().to_owned()).collect(),
        },
    })
}

fn values(argument: &Arg) -> Values {
    let taken = argument.get_value_parser().type_id();
    if taken == TypeId::of::<PathBuf>() {
        Values::Paths
    } else if taken == TypeId::of::<StoreChoice>() {
        Values::Stores
    } else {
        Values::Texts
    }
}

/// The tables, which follow all keys.
const TARGETS: &str = "
# What `invar ci` and `invar baseline` check: libraries, of which every function is a start, and programs.
#[[library]]
#files = [\"src/ring.c\"]
#[[program]]
#files = [\"src/test.c\", \"src/ring.c\"]
";

/// Every key with its meaning, commented out.
pub(super) fn template() -> String {
    let mut text = String::from(
        "# Defaults of invar for this project. Arguments on the command line come before them; of lists, both
# count. Paths are relative to this file. Every key is an option of `invar check`.\n",
    );
    for key in keys() {
        text.push('\n');
        for line in key.help.lines() {
            text.push_str(&format!("# {line}\n"));
        }
        if !key.choices.is_empty() {
            text.push_str(&format!("# One of: {}\n", key.choices.join(", ")));
        }
        let value = match (key.takes, key.values) {
            (Takes::Truth, _) => "false".to_owned(),
            (Takes::One, _) => format!("{:?}", key.default.unwrap_or_default()),
            (Takes::List, _) => "[]".to_owned(),
        };
        text.push_str(&format!("# {} = {value}\n", key.name));
    }
    text.push_str(TARGETS);
    text
}
