//! What the arguments of `check` mean for hardware models, and which mean nothing there.

use crate::arguments::{
    ArithmeticArgument, CertifierArgument, CheckArguments, EngineArgument, IntegersArgument,
};

/// Why the arguments do not fit a hardware model, with a hint; `None` if they do.
pub fn refusal(arguments: &CheckArguments) -> Option<String> {
    if arguments.input.files.len() > 1 {
        return Some("a hardware model is one file\nhint: check each file by itself".into());
    }
    if let Some(option) = foreign(arguments) {
        return Some(format!(
            "{option} is for C programs, and this is a hardware model\nhint: check it without {option}"
        ));
    }
    let engine = arguments.search.engine;
    if !matches!(
        engine,
        EngineArgument::Default
            | EngineArgument::Ic3Bool
            | EngineArgument::Bmc
            | EngineArgument::Kind
    ) {
        return Some(format!(
            "{} does not search hardware models\nhint: --engine ic3-bool, bmc or kind; without it, all of them",
            engine.name()
        ));
    }
    selected(&arguments.property, usize::MAX).err()
}

/// An option that was given and has a meaning for C programs only.
fn foreign(arguments: &CheckArguments) -> Option<&'static str> {
    let input = &arguments.input;
    let outputs = &arguments.outputs;
    let search = &arguments.search;
    let given = [
        ("--compile-commands", input.compile_commands.is_some()),
        ("--entry", input.entry.is_some()),
        ("--data-model", input.data_model.is_some()),
        ("--shard", arguments.shard.is_some()),
        ("--since", arguments.since.is_some()),
        ("-I", !input.include.is_empty()),
        ("-isystem", !input.system.is_empty()),
        ("-D", !input.define.is_empty()),
        ("-U", !input.undefine.is_empty()),
        ("-include", !input.before.is_empty()),
        ("-std", input.standard.is_some()),
        ("--clang-arg", !input.clang_arg.is_empty()),
        ("--", !input.clang_args.is_empty()),
        (
            "--integers",
            arguments.integers != IntegersArgument::Machine,
        ),
        (
            "--certifier",
            arguments.certifier != CertifierArgument::Default,
        ),
        (
            "--arithmetic",
            !matches!(
                search.arithmetic,
                ArithmeticArgument::Auto | ArithmeticArgument::Bits
            ),
        ),
        ("--without", !search.without.is_empty()),
        ("--query-log", arguments.query_log.is_some()),
        ("--trace-lemmas", arguments.trace_lemmas),
        ("--harness", outputs.harness.is_some()),
        ("--sarif", outputs.sarif.is_some()),
        ("--report", outputs.report.is_some()),
        ("--witness-graphml", outputs.witness_graphml.is_some()),
    ];
    let mut given = given.into_iter();
    given.find_map(|(option, is_given)| is_given.then_some(option))
}

/// The numbers of the properties that are asked for among so many, in order.
///
/// # Errors
/// What is wrong with a value of `--property`.
pub fn selected(values: &[String], all: usize) -> Result<Selected, String> {
    let mut numbers = Vec::new();
    for value in values {
        // `assert` is the default of the option, `unreach-call` that of `validate`.
        if matches!(value.as_str(), "bad" | "assert" | "unreach-call") {
            return Ok(Selected::All);
        }
        let number = value.strip_prefix("bad:").and_then(|n| n.parse().ok());
        let Some(number) = number else {
            return Err(format!(
                "'{value}' is no property of a hardware model\n\
                 hint: --property bad is all of them, bad:0 and so on are single ones"
            ));
        };
        if number >= all {
            return Err(format!(
                "there is no property {number}, the model has {all}\nhint: they are numbered from 0"
            ));
        }
        numbers.push(number);
    }
    numbers.sort_unstable();
    numbers.dedup();
    Ok(Selected::Some(numbers))
}

/// Properties that are asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Selected {
    /// All.
    All,
    /// Those with these numbers.
    Some(Vec<usize>),
}

impl Selected {
    /// Their numbers in a model with so many.
    pub fn numbers(self, all: usize) -> Vec<usize> {
        match self {
            Selected::All => (0..all).collect(),
            Selected::Some(numbers) => numbers,
        }
    }
}

/// The name of what is asked, for reports.
pub fn property_name(values: &[String]) -> String {
    match selected(values, usize::MAX) {
        Ok(Selected::Some(numbers)) => {
            let names: Vec<String> = numbers.iter().map(|n| format!("bad:{n}")).collect();
            names.join(",")
        }
        _ => "bad".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Selected, property_name, selected};

    fn texts(values: &[&str]) -> Vec<String> {
        values.iter().map(|value| (*value).to_owned()).collect()
    }

    #[test]
    fn properties_are_selected_by_number() {
        assert_eq!(selected(&texts(&["assert"]), 3), Ok(Selected::All));
        let some = texts(&["bad:2", "bad:0", "bad:2"]);
        assert_eq!(selected(&some, 3), Ok(Selected::Some(vec![0, 2])));
        assert_eq!(property_name(&some), "bad:0,bad:2");
        assert_eq!(property_name(&texts(&["bad"])), "bad");
        assert!(selected(&some, 2).is_err());
        for wrong in ["bad:x", "assert:3", "no-overflow", "bad:"] {
            assert!(selected(&texts(&[wrong]), 9).is_err(), "{wrong}");
        }
    }
}
