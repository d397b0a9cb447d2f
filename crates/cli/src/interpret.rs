//! `invar interpret`: the concrete interpreter, all inputs zero.

use crate::arguments::InterpretArguments;
use crate::exit;
use crate::terminal::complain;
use invar_budget::Moment;
use invar_cfa::{AssumeReason, Operation, Program, Span, VarId};
use invar_interp::{Limits, NoInputs, Observer, Outcome, Step};
use invar_verify::program;
use invar_verify::request::{PropertyChoice, PropertyRequest};
use std::io::{BufWriter, Stdout, Write};

/// Runs a program; prints what it writes to the standard output, and what it passes to
/// `__invar_print_u32`, one hexadecimal word per line.
pub fn run(arguments: &InterpretArguments) -> u8 {
    let arguments = arguments.clone();
    invar_frontend::clang::with_large_stack(move || interpret(&arguments))
}

fn interpret(arguments: &InterpretArguments) -> u8 {
    let deadline = Moment::now() + arguments.timeout;
    let asked = PropertyRequest {
        names: arguments.property.clone(),
    };
    let property = match asked.question() {
        Ok(PropertyChoice::Checked(asked)) => asked.property,
        Ok(PropertyChoice::NotYet(name)) => {
            complain!("error: property {name} is not checked yet");
            return exit::USAGE;
        }
        Err(refusal) => {
            complain!("error: {refusal}");
            return exit::USAGE;
        }
    };
    let lowered = program::load_for_run(&arguments.input.input(), property, Some(deadline));
    let mut program = match lowered {
        Ok(program) => program,
        Err(reason) => {
            complain!("error: {reason}");
            return exit::USAGE;
        }
    };
    if arguments.inlined {
        match program::inlined(&program, 8) {
            Ok(inlined) => program = inlined,
            Err(reason) => {
                complain!("{reason}");
                return exit::UNKNOWN;
            }
        }
    }
    let named = |name: &str| {
        program
            .variable_ids()
            .find(|v| &*program.variable(*v).name == name)
    };
    let mut observer = Watcher {
        program: &program,
        printed: named(invar_frontend::lower::PRINTED),
        shown: named(invar_frontend::lower::SHOWN),
        output: BufWriter::new(std::io::stdout()),
        calls: Vec::new(),
    };
    let limits = Limits {
        steps: arguments.step_limit,
        deadline: Some(deadline),
        ..Limits::default()
    };
    let mut inputs = NoInputs::new(&program);
    let outcome = invar_interp::run(&program, &mut inputs, &mut observer, &limits);
    if let Err(error) = observer.output.flush() {
        complain!("error: the output cannot be written: {error}");
    }
    match outcome {
        Outcome::Ended => exit::SAFE,
        Outcome::Error(check) => {
            let check = program.check(check);
            let site = place(&program, observer.site(check.span));
            complain!("error: {} at {site}", check.kind);
            exit::UNSAFE
        }
        Outcome::Unsupported(id) => {
            let construct = &program.unsupported[id.0 as usize];
            let place = place(&program, construct.span);
            complain!("unsupported construct: {} at {place}", construct.construct);
            exit::UNKNOWN
        }
        Outcome::Blocked(at, reason) => {
            let cfa = &program.function(at.function).cfa;
            let leaving = cfa.location(at.location).outgoing().first();
            let place = place(&program, leaving.and_then(|edge| cfa.edge(*edge).span));
            match reason {
                Some(AssumeReason::Undefined(what)) => {
                    complain!("undefined behaviour: {what} at {place}");
                }
                _ => complain!("an assumption does not hold at {place}"),
            }
            exit::UNKNOWN
        }
        Outcome::Limit => {
            complain!(
                "bound reached: {} steps or the time limit",
                arguments.step_limit
            );
            exit::UNKNOWN
        }
        Outcome::Invalid(message) => {
            complain!("internal error: {message}");
            exit::UNKNOWN
        }
    }
}

/// Prints what is to be printed, and knows the calls that have not returned.
struct Watcher<'p> {
    program: &'p Program,
    printed: Option<VarId>,
    shown: Option<VarId>,
    output: BufWriter<Stdout>,
    calls: Vec<Option<Span>>,
}

impl Watcher<'_> {
    /// The place in the user's text: of the call, if it is in a model of a library function.
    fn site(&self, span: Option<Span>) -> Option<Span> {
        let is_own = |span: &Span| !self.program.sources.is_model(*span);
        let calls = self.calls.iter().rev().copied();
        let mut places = std::iter::once(span).chain(calls).flatten();
        places.find(is_own).or(span)
    }
}

impl Observer for Watcher<'_> {
    fn step(&mut self, step: Step<'_>) {
        if let Some((variable, value)) = step.changed
            && let Some(word) = value.as_bv()
        {
            // What cannot be written is said at the end.
            let word = word.unsigned();
            if Some(variable) == self.printed {
                let _ = writeln!(self.output, "{word:08X}");
            } else if Some(variable) == self.shown {
                let _ = self.output.write_all(&[word as u8]);
            }
        }
        let edge = self.program.function(step.function).cfa.edge(step.edge);
        if let Operation::Call { .. } = edge.operation {
            self.calls.push(edge.span);
        }
    }

    fn returned(&mut self) {
        self.calls.pop();
    }
}

fn place(program: &Program, span: Option<Span>) -> String {
    span.map_or_else(String::new, |span| program.sources.describe(span))
}
