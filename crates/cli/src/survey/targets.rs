//! Every target of a project.

use super::Surveyed;
use crate::arguments::SurveyArguments;
use crate::config::{self, Kind, Target};
use crate::interrupt::Interrupt;
use crate::supervise::{self, Display};
use crate::terminal::complain;
use invar_survey::row::{Function, Row};
use invar_survey::table;
use invar_verify::request::{Assertions, Clock, Input, PropertyRequest, Request};

/// Checks what `invar.toml` lists, or the given files as a library.
pub fn project(arguments: &SurveyArguments) -> Result<Surveyed, u8> {
    super::check_arguments(arguments)?;
    let interrupt = Interrupt::listen();
    let whole = [Target {
        kind: Kind::Library,
        files: arguments.input.files.clone(),
    }];
    let targets = match config::targets_in_force() {
        [] => &whole[..],
        targets => targets,
    };
    let mut rows = Vec::new();
    for target in targets {
        rows.extend(rows_of(arguments, target, &interrupt)?);
    }
    super::finished(arguments, rows, String::new(), &interrupt)
}

/// The rows of a target.
fn rows_of(
    arguments: &SurveyArguments,
    target: &Target,
    interrupt: &Interrupt,
) -> Result<Vec<Row>, u8> {
    // What is compared with an earlier run must not depend on what else the machine does.
    let mut survey = SurveyArguments {
        default_clock: Clock::Cpu,
        ..arguments.clone()
    };
    survey.input.files.clone_from(&target.files);
    match target.kind {
        Kind::Library => {
            let (rows, _) = super::rows_of(&survey, interrupt)?;
            Ok(rows)
        }
        Kind::Program => {
            let request = Request {
                input: Input {
                    entry: None,
                    ..survey.input.input()
                },
                property: PropertyRequest {
                    names: survey.property.clone(),
                },
                assertions: Assertions::Each,
                refused_assumptions: survey.assumptions.refused(),
                limits: survey.limits(),
                store: survey.store.choice(),
                ..Request::default()
            };
            let report = supervise::answer(&request, interrupt, Display::Nothing);
            let row = Row::of_program(&program(target), report);
            complain!("{}", table::line(&row));
            Ok(vec![row])
        }
    }
}

/// A program under the name of its first file.
fn program(target: &Target) -> Function {
    let first = target.files.first();
    let stem = first.and_then(|file| file.file_stem());
    let stem = stem.map(|stem| stem.to_string_lossy().replace(char::is_whitespace, "_"));
    Function {
        file: first
            .map(|file| file.display().to_string())
            .unwrap_or_default(),
        line: 1,
        column: 1,
        name: format!("program:{}", stem.unwrap_or_default()),
        parameters: Vec::new(),
    }
}
