//! VMT text: what it says, and what SMT solvers find in its unrolling.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use crate::support::{Builder, Random, random_program};
use invar_cfa::Program;
use invar_encode::{Arithmetic, BlockGraph, NotVmt, TransitionSystem, vmt_text};
use invar_term::{FpOp, Op, Sort};
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

fn text(program: &Program) -> Result<String, NotVmt> {
    let graph = BlockGraph::of(program, Arithmetic::Bv).unwrap();
    vmt_text(&TransitionSystem::of(&graph, &[]))
}

/// x grows by `step` while it is below ten; then it must not be `bad`.
fn counter(step: u128, bad: u128) -> Program {
    let mut b = Builder::new();
    let x = b.variable("x", 8);
    let (entry, exit) = (b.cfa.entry, b.cfa.exit);
    let (body, after, error) = (b.plain(), b.plain(), b.error());
    let small = b.terms().bv_ult(b.symbol(x), b.terms().bv(8, 10));
    b.branch(entry, small, body, after);
    let more = b.terms().bv_add(b.symbol(x), b.terms().bv(8, step));
    b.assign(body, entry, x, more);
    let is_bad = b.terms().eq(b.symbol(x), b.terms().bv(8, bad));
    b.branch(after, is_bad, error, exit);
    b.build()
}

#[test]
fn a_counter_in_vmt() {
    let expected = "\
(declare-fun |pc!bits:2| () (_ BitVec 2))
(declare-fun |x%| () (_ BitVec 8))
(declare-fun |pc!bits:2!next| () (_ BitVec 2))
(declare-fun |x!next| () (_ BitVec 8))
(define-fun $state0 () (_ BitVec 2) (! |pc!bits:2| :next |pc!bits:2!next|))
(define-fun $state1 () (_ BitVec 8) (! |x%| :next |x!next|))
";
    let text = text(&counter(3, 11)).unwrap();
    assert!(text.starts_with(expected), "{text}");
    for annotation in [":init true", ":trans true", ":invar-property 0"] {
        assert_eq!(text.matches(annotation).count(), 1, "{text}");
    }
}

/// The text with every symbol of its own in step `step`: a reader that knows only the format.
fn at_step(text: &str, step: usize) -> String {
    let states: Vec<(String, String)> = text
        .lines()
        .filter(|line| line.starts_with("(define-fun $state"))
        .map(|line| {
            let (_, rest) = line.split_once("(! ").unwrap();
            let (name, next) = rest.split_once(" :next ").unwrap();
            (name.to_owned(), next.trim_end_matches(')').to_owned())
        })
        .collect();
    let named = |token: &str| -> String {
        if let Some((name, _)) = states.iter().find(|(_, next)| next == token) {
            return format!("|{} {}|", name.trim_matches('|'), step + 1);
        }
        match token.strip_prefix('|') {
            Some(rest) => format!("|{} {step}|", rest.trim_end_matches('|')),
            None => format!("{token}at{step}"),
        }
    };
    let mut script = String::new();
    for line in text.lines() {
        let (mut rest, mut renamed) = (line, String::new());
        while let Some(first) = rest.chars().next() {
            let length = match first {
                '|' => rest[1..].find('|').unwrap() + 2,
                '$' => rest.find([' ', ')']).unwrap_or(rest.len()),
                _ => 1,
            };
            let (token, after) = rest.split_at(length);
            match first {
                '|' | '$' => renamed.push_str(&named(token)),
                _ => renamed.push_str(token),
            }
            rest = after;
        }
        // A state symbol of a later step is the next value of an earlier one.
        if step == 0 || !line.starts_with("(declare-fun") || !is_state(&states, line) {
            let _ = writeln!(script, "{renamed}");
        }
    }
    script
}

/// Whether a line declares a state symbol, which an earlier step has declared as its next value.
fn is_state(states: &[(String, String)], line: &str) -> bool {
    states
        .iter()
        .any(|(name, _)| line.starts_with(&format!("(declare-fun {name} ")))
}

/// The property fails after exactly `steps` steps.
fn unrolled(text: &str, steps: usize) -> String {
    let mut script = String::from("(set-logic QF_BV)\n");
    for step in 0..=steps {
        script.push_str(&at_step(text, step));
    }
    script.push_str("(assert $initat0)\n");
    for step in 0..steps {
        let _ = writeln!(script, "(assert $transat{step})");
    }
    let _ = writeln!(script, "(assert (not $propertyat{steps}))\n(check-sat)");
    script
}

fn answer(program: &str, arguments: &[&str], script: &str) -> Option<String> {
    let child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        eprintln!("skipped: there is no {program}");
        return None;
    };
    child
        .stdin
        .take()
        .unwrap()
        .write_all(script.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn z3(script: &str) -> Option<String> {
    let local = concat!(env!("CARGO_MANIFEST_DIR"), "/../../.tools/wheels/bin/z3");
    let program = if std::path::Path::new(local).exists() {
        local
    } else {
        "z3"
    };
    answer(program, &["-in", "-T:20"], script)
}

fn cvc5(script: &str) -> Option<String> {
    answer("cvc5", &["--lang", "smt2", "-"], script)
}

/// What both solvers say.
fn check(script: &str, expected: &str) {
    for found in [z3(script), cvc5(script)].into_iter().flatten() {
        assert_eq!(found, expected, "{script}");
    }
}

#[test]
fn solvers_find_errors_where_they_are() {
    let (safe, wrong) = (
        text(&counter(3, 11)).unwrap(),
        text(&counter(3, 12)).unwrap(),
    );
    // 0, 3, 6, 9, 12, then the error.
    for steps in 0..7 {
        check(&unrolled(&safe, steps), "unsat");
        let expected = if steps >= 5 { "sat" } else { "unsat" };
        check(&unrolled(&wrong, steps), expected);
    }
}

/// Every state has a successor.
#[test]
fn steps_are_total() {
    let mut random = Random(21);
    for _ in 0..15 {
        let text = text(&random_program(&mut random, 3, 4)).unwrap();
        let mut script = String::from("(set-logic QF_BV)\n");
        script.push_str(&at_step(&text, 0));
        script.push_str("(assert $initat0)\n(assert $transat0)\n(check-sat)\n");
        check(&script, "sat");
    }
}

#[test]
fn the_bits_of_numbers_are_refused() {
    let mut b = Builder::new();
    let x = b.variable("x", 32);
    let (entry, exit, error, one) = (b.cfa.entry, b.cfa.exit, b.error(), b.plain());
    b.havoc(entry, one, x);
    let number = b.terms().fp_from_bits(&Sort::SINGLE, b.symbol(x));
    let double = b.terms().raw(Op::Fp(FpOp::Add), &[number, number]);
    let bits = b.terms().raw(Op::Fp(FpOp::ToBits), &[double]);
    let same = b.terms().raw(Op::Eq, &[bits, b.symbol(x)]);
    b.branch(one, same, error, exit);
    assert_eq!(text(&b.build()), Err(NotVmt::FloatBits));
}
