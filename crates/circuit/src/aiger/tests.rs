//! Files read, written, read back, broken on purpose; and what berkeley-abc says about them.

use super::{Place, Problem, read, write_ascii, write_binary};
use crate::arbitrary::{Random, Size, circuit};
use crate::{Circuit, Lit, Node, Reset};
use std::collections::BTreeSet;
use std::process::Command;

/// A counter over two bits with an enabling input: bad at three, which the constraint allows.
const COUNTER: &str = "aag 8 1 2 0 5 1 1\n2\n4 15\n6 17 1\n8\n3\n8 4 6\n10 2 4\n12 3 5\n14 11 13\n\
                       16 6 4\ni0 enable\nl0 low\nl1 high\nb0 three\nc\nby hand\n";

fn problem(text: &str) -> (Place, Problem) {
    let error = read(text.as_bytes()).expect_err(text);
    (error.place, error.problem)
}

#[test]
fn text_with_names_resets_and_constraint() {
    let circuit = read(COUNTER.as_bytes()).unwrap();
    assert_eq!(circuit.input_names, ["enable"]);
    assert_eq!(circuit.latch_names, ["low", "high"]);
    assert_eq!(circuit.bad_names, ["three"]);
    let resets: Vec<_> = circuit.latches().iter().map(|latch| latch.reset).collect();
    assert_eq!(resets, [Reset::Zero, Reset::One]);
    let low = circuit.latches()[0].var.lit();
    let high = circuit.latches()[1].var.lit();
    assert_eq!(circuit.node(circuit.bad[0].var()), Node::And(low, high));
    assert_eq!(circuit.constraints, [!circuit.inputs()[0].lit()]);
    // 8 and 16 are the same conjunction.
    assert_eq!(circuit.latches()[1].next, !circuit.bad[0]);
    assert_eq!(circuit.count_ands(), 4);
}

#[test]
fn free_latch_and_outputs_as_bad_signals() {
    let circuit = read(b"aag 1 0 1 2 0\n2 3 2\n2\n1\no1 always\n").unwrap();
    assert_eq!(circuit.latches()[0].reset, Reset::Free);
    assert_eq!(circuit.bad, [circuit.latches()[0].var.lit(), Lit::TRUE]);
    assert_eq!(circuit.bad_names, ["", "always"]);
}

#[test]
fn outputs_are_not_properties_beside_bad_signals() {
    let circuit = read(b"aag 1 1 0 1 0 1\n2\n2\n3\no0 seen\n").unwrap();
    assert_eq!(circuit.bad, [!circuit.inputs()[0].lit()]);
    assert_eq!(circuit.bad_names, [""]);
}

#[test]
fn justice_is_read_over_only_beside_bad_signals() {
    let with_bad = "aag 1 0 1 0 0 1 0 2 1\n2 3\n2\n2\n1\n2\n3\n2\n3\n";
    assert_eq!(read(with_bad.as_bytes()).unwrap().bad.len(), 1);
    let alone = "aag 1 0 1 1 0 0 0 1\n2 3\n2\n1\n2\n";
    assert_eq!(problem(alone).1, Problem::OnlyJustice);
}

#[test]
fn gates_in_any_order_and_long_chains() {
    let length = 200_000u32;
    let last = length + 3;
    let mut text = format!("aag {last} 3 0 0 {length} 1\n2\n4\n6\n{}\n", 2 * last);
    // Every gate is defined after the one that uses it: not the one before, and an input; another
    // input than its neighbours have, so that nothing is simplified.
    for gate in (4..=last).rev() {
        let (below, beside) = if gate == 4 {
            (2, 4)
        } else {
            (2 * gate - 1, 2 + 2 * (gate % 3))
        };
        text += &format!("{} {below} {beside}\n", 2 * gate);
    }
    let circuit = read(text.as_bytes()).unwrap();
    assert_eq!(circuit.count_ands(), length as usize);
}

#[test]
fn cycles_are_refused() {
    let (place, problem) = problem("aag 3 1 0 1 2\n2\n4\n4 6 2\n6 5 2\n");
    assert_eq!(place, Place::Line(5));
    assert_eq!(problem, Problem::Cycle(4));
    let own = read(b"aag 1 0 0 1 1\n2\n2 2 2\n").unwrap_err();
    assert_eq!(own.problem, Problem::Cycle(2));
}

#[test]
fn errors_name_what_and_where() {
    let cases = [
        ("", 1, Problem::Magic),
        ("aag 1 1 0 0\n", 1, Problem::Header),
        (
            "aag 1 1 1 0 0\n2\n2 2\n",
            1,
            Problem::Counts {
                defined: 2,
                maximum: 1,
            },
        ),
        (
            "aag 99999999999 0 0 0 0\n",
            1,
            Problem::TooLarge(99_999_999_999),
        ),
        (
            "aig 1999999999 1999999999 0 0 0\n",
            1,
            Problem::TooLarge(1_999_999_999),
        ),
        ("aag 2000000000 9 9 0 1999999900\n", 1, Problem::Truncated),
        ("aag 1 1 0 1 0\n2\n", 3, Problem::Truncated),
        ("aag 1 1 0 1 0\n2\n4\n", 3, Problem::Range(4)),
        ("aag 1 1 0 1 0\n3\n2\n", 2, Problem::NotDefinable(3)),
        ("aag 2 2 0 1 0\n2\n2\n2\n", 3, Problem::Twice(2)),
        ("aag 2 1 0 1 0\n2\n4\n", 3, Problem::Undefined(4)),
        ("aag 2 1 1 0 0\n2\n4 2 2\n", 3, Problem::ResetValue(2)),
        ("aag 1 1 0 0 0\n2\ni1 x\n", 3, Problem::Symbol),
        (
            "aag 1 1 0 0 0\n2\nnonsense\n",
            3,
            Problem::Expected("a name or the comment"),
        ),
        (
            "aag 1 1 0 0 0\nx\n",
            2,
            Problem::Expected("the literal of an input"),
        ),
    ];
    for (text, line, expected) in cases {
        assert_eq!(problem(text), (Place::Line(line), expected), "{text:?}");
    }
    let error = read(b"aig 2 1 0 0 1\n\x05\x00").unwrap_err();
    assert_eq!(
        error.to_string(),
        "byte 14: gate 4 has an operand that is not smaller"
    );
    assert_eq!(
        read(b"aig 2 1 0 0 1\n\x82").unwrap_err().problem,
        Problem::Truncated
    );
    let long = read(b"aig 2 1 0 0 1\n\x82\x82\x82\x82\x82\x82\x02").unwrap_err();
    assert_eq!(
        (long.place, long.problem),
        (Place::Byte(14), Problem::LongNumber)
    );
}

#[test]
fn names_stay_in_their_line_and_occur_once() {
    let mut circuit = Circuit::new();
    circuit.add_input("a\nb");
    circuit.add_latch("a b", Reset::One);
    let text = write_ascii(&circuit);
    assert_eq!(text, "aag 2 1 1 0 0 0\n2\n4 4 1\ni0 a b\n");
    read(text.as_bytes()).unwrap();
}

/// Both forms say the same, and reading gives back what was written.
#[test]
fn round_trips() {
    let mut random = Random::new(1);
    for round in 0..300 {
        let size = Size {
            inputs: random.below(6),
            latches: random.below(8),
            gates: random.below(300),
            bad: 1 + random.below(3),
            constraints: random.below(3),
        };
        let original = circuit(&mut random, size);
        let text = write_ascii(&original);
        let bytes = write_binary(&original);
        let from_text = read(text.as_bytes()).unwrap();
        let from_bytes = read(&bytes).unwrap();
        assert_eq!(from_text.nodes(), from_bytes.nodes(), "round {round}");
        assert_eq!(write_ascii(&from_text), text, "round {round}");
        assert_eq!(write_binary(&from_bytes), bytes, "round {round}");
        assert_eq!(from_bytes.latch_names, original.latch_names);
        assert_eq!(from_bytes.input_names, original.input_names);
        assert_eq!(from_bytes.bad_names, original.bad_names);
        assert_eq!(
            reachable(&from_bytes),
            reachable(&original),
            "round {round}"
        );
    }
}

/// Mutated files give a circuit or an error, and a circuit can be written and read again.
#[test]
fn mutations_never_panic() {
    let mut random = Random::new(2);
    let size = Size {
        inputs: 3,
        latches: 4,
        gates: 40,
        bad: 2,
        constraints: 1,
    };
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let original = circuit(&mut random, size);
        let mut bytes = match random.below(2) {
            0 => write_ascii(&original).into_bytes(),
            _ => write_binary(&original),
        };
        for _ in 0..=random.below(4) {
            mutate(&mut random, &mut bytes);
        }
        match read(&bytes) {
            Err(_) => refused += 1,
            Ok(circuit) => {
                accepted += 1;
                let again = read(&write_binary(&circuit)).unwrap();
                assert_eq!(again.bad.len(), circuit.bad.len());
            }
        }
    }
    // Both happen often, otherwise the mutations are too tame or too wild to say anything.
    assert!(accepted > 1000 && refused > 1000, "{accepted} {refused}");
}

fn mutate(random: &mut Random, bytes: &mut Vec<u8>) {
    let digits = b"0123456789 \n";
    let place = random.below(bytes.len().max(1));
    if place >= bytes.len() {
        return;
    }
    match random.below(6) {
        0 => bytes[place] = random.next() as u8,
        1 => bytes[place] = random.pick(digits),
        2 => bytes.insert(place, random.pick(digits)),
        3 => drop(bytes.remove(place)),
        4 => bytes.truncate(place),
        _ => {
            // The header, where most can go wrong.
            let place = place % bytes.len().min(24);
            bytes[place] = random.pick(digits);
        }
    }
}

/// By property: whether some run reaches it, by going through all states.
fn reachable(circuit: &Circuit) -> Vec<bool> {
    let latches = circuit.latches();
    let mut seen = BTreeSet::new();
    let mut reached = vec![false; circuit.bad.len()];
    let mut open: Vec<u32> = (0..1 << latches.len())
        .filter(|state| {
            let fits =
                |(index, reset): (usize, Reset)| reset.value() != Some(state >> index & 1 == 0);
            latches
                .iter()
                .map(|latch| latch.reset)
                .enumerate()
                .all(fits)
        })
        .collect();
    while let Some(state) = open.pop() {
        if !seen.insert(state) {
            continue;
        }
        for inputs in 0..1u32 << circuit.inputs().len() {
            let mut values = Vec::new();
            for node in circuit.nodes() {
                let of = |literal: Lit| values[literal.var().index()] != literal.is_negated();
                values.push(match *node {
                    Node::False => false,
                    Node::Input(number) => inputs >> number & 1 == 1,
                    Node::Latch(number) => state >> number & 1 == 1,
                    Node::And(left, right) => of(left) && of(right),
                });
            }
            let of = |literal: &Lit| values[literal.var().index()] != literal.is_negated();
            if !circuit.constraints.iter().all(of) {
                continue;
            }
            for (reached, bad) in reached.iter_mut().zip(&circuit.bad) {
                *reached |= of(bad);
            }
            let next = latches.iter().enumerate();
            open.push(
                next.map(|(index, latch)| u32::from(of(&latch.next)) << index)
                    .sum(),
            );
        }
    }
    reached
}

/// berkeley-abc reads what we write and means the same by it: its verdicts are those of a search
/// through all states.
#[test]
fn abc_agrees_on_what_is_written() {
    let Ok(probe) = Command::new("berkeley-abc")
        .args(["-c", "version"])
        .output()
    else {
        eprintln!("skipped: berkeley-abc is not installed");
        return;
    };
    assert!(probe.status.success());
    let folder = std::env::temp_dir().join(format!("invar-aiger-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut random = Random::new(3);
    let (mut script, mut expected) = (String::new(), Vec::new());
    for round in 0..60 {
        let constraints = usize::from(round % 3 == 2);
        let size = Size {
            inputs: 2,
            latches: 5,
            gates: 30,
            bad: 1,
            constraints,
        };
        let circuit = circuit(&mut random, size);
        // abc answers about constants and about designs without latches in other words.
        if circuit.bad[0].is_constant() {
            continue;
        }
        let file = folder.join(format!("{round}.aig"));
        std::fs::write(&file, write_binary(&circuit)).unwrap();
        script += &format!("echo design; read_aiger {}; ", file.display());
        // pdr knows neither free latches nor constraints; abc itself turns them into logic.
        script += "logic; undc; strash; ";
        if constraints > 0 {
            script += "fold; ";
        }
        script += "pdr; ";
        expected.push(reachable(&circuit)[0]);
    }
    let output = Command::new("berkeley-abc")
        .args(["-q", &script])
        .output()
        .unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let output = String::from_utf8_lossy(&output.stdout).into_owned();
    let verdicts: Vec<bool> = output
        .split("design")
        .skip(1)
        .map(|about| {
            let unsafe_ = about.contains("was asserted in frame");
            let safe = about.contains("Property proved");
            assert!(unsafe_ != safe, "{about}");
            unsafe_
        })
        .collect();
    assert_eq!(verdicts, expected, "{output}");
    assert!(verdicts.iter().filter(|v| **v).count() > 5);
    assert!(verdicts.iter().filter(|v| !**v).count() > 5);
}
