//! Which arguments of `check` mean nothing for hardware models.

use crate::arguments::CheckArguments;
use invar_verify::hardware;
use invar_verify::request::{ArithmeticChoice, CertifierChoice, Integers, Request};

/// Why the arguments do not fit a hardware model, with a hint; `None` if they do.
pub fn refusal(arguments: &CheckArguments) -> Option<String> {
    if arguments.input.files.len() > 1 {
        return Some("a hardware model is one file\nhint: check each file by itself".into());
    }
    if let Some(option) = foreign(arguments) {
        return Some(for_programs(option));
    }
    request_refusal(&arguments.request())
}

/// Why a request does not fit a hardware model, with a hint; `None` if it does.
pub fn request_refusal(request: &Request) -> Option<String> {
    let search = &request.search;
    if !matches!(
        search.arithmetic,
        ArithmeticChoice::Auto | ArithmeticChoice::Bits
    ) {
        return Some(for_programs("--arithmetic"));
    }
    if !search.without.is_empty() {
        return Some(for_programs("--without"));
    }
    let engine = search.engine;
    if engine.row().circuits.is_none() {
        return Some(format!(
            "{} does not search hardware models\nhint: --engine ic3-bool, bmc or kind; without it, all of them",
            engine.name()
        ));
    }
    hardware::property_problem(&request.property)
}

fn for_programs(option: &str) -> String {
    format!(
        "{option} is for C programs, and this is a hardware model\nhint: check it without {option}"
    )
}

/// An option that was given and has a meaning for C programs only.
fn foreign(arguments: &CheckArguments) -> Option<&'static str> {
    let input = &arguments.input;
    let outputs = &arguments.outputs;
    let given = [
        ("--compile-commands", input.compile_commands.is_some()),
        ("--entry", input.entry.is_some()),
        ("--data-model", input.data_model.is_some()),
        ("--target", input.target.is_some()),
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
        ("--integers", arguments.integers != Integers::Machine),
        (
            "--certifier",
            arguments.certifier != CertifierChoice::Default,
        ),
        ("--query-log", arguments.query_log.is_some()),
        ("--trace-lemmas", arguments.trace_lemmas),
        ("--confirm", arguments.confirm),
        ("--certificate", outputs.certificate.is_some()),
        ("--harness", outputs.harness.is_some()),
        ("--sarif", outputs.sarif.is_some()),
        ("--report", outputs.report.is_some()),
        ("--witness-graphml", outputs.witness_graphml.is_some()),
    ];
    let mut given = given.into_iter();
    given.find_map(|(option, is_given)| is_given.then_some(option))
}
