//! BTOR2: circuits against an interpreter of models, text there and back, hostile text, messages.

mod interpret;
mod outside;
mod random;

use super::model::Model;
use super::witness::Witness;
use super::{Blasted, Btor2Error, Problem, Sort, StateBits, read};
use crate::circuit::{Circuit, Node, Reset};
use crate::literal::Lit;
use crate::run::Run;
use interpret::{Seen, interpret};
use random::{Features, Numbers};

/// Every step of a run of the circuit, in the words of the model.
fn simulate(model: &Model, blasted: &Blasted, run: &Run) -> Vec<Seen> {
    let circuit: &Circuit = &blasted.circuit;
    let mut latches = run.latches.clone();
    let mut seen = Vec::new();
    for inputs in &run.inputs {
        let mut values: Vec<bool> = Vec::new();
        for node in circuit.nodes() {
            let of = |lit: Lit| values[lit.var().index()] ^ lit.is_negated();
            let value = match *node {
                Node::False => false,
                Node::Input(number) => inputs[number as usize],
                Node::Latch(number) => latches[number as usize],
                Node::And(a, b) => of(a) && of(b),
            };
            values.push(value);
        }
        let of = |lit: &Lit| values[lit.var().index()] ^ lit.is_negated();
        let words = |(state, bits): (&super::State, &Vec<Lit>)| {
            let width = match model.node(state.node).sort {
                Sort::Bits(width) | Sort::Array { element: width, .. } => width as usize,
            };
            let word = |bits: &[Lit]| {
                bits.iter()
                    .rev()
                    .fold(0, |n, bit| n << 1 | u128::from(of(bit)))
            };
            bits.chunks(width).map(word).collect()
        };
        seen.push(Seen {
            states: model
                .states()
                .iter()
                .zip(&blasted.values)
                .map(words)
                .collect(),
            bad: circuit.bad.iter().map(of).collect(),
            constraints: circuit.constraints.iter().map(of).collect(),
        });
        latches = circuit
            .latches()
            .iter()
            .map(|latch| of(&latch.next))
            .collect();
    }
    seen
}

fn parse(text: &str) -> Model {
    read(text.as_bytes()).expect("the text is a model")
}

/// The circuit does what the interpreter does under these choices, and its run gives them back.
fn check(model: &Model, witness: &Witness) {
    let blasted = model.blast().expect("small enough");
    let run = witness
        .to_run(model, &blasted)
        .expect("the witness fits the model");
    assert_eq!(
        simulate(model, &blasted, &run),
        interpret(model, witness),
        "{}",
        model.write()
    );
    for (latch, value) in blasted.circuit.latches().iter().zip(&run.latches) {
        assert!(latch.reset.value().is_none_or(|reset| reset == *value));
    }
    let mut told = Witness::from_run(model, &blasted, &run);
    assert_eq!(told, *witness);
    told = Witness::read(witness.to_string().as_bytes()).expect("our own text");
    assert_eq!(told, *witness);
}

#[test]
fn circuits_do_what_models_do() {
    let (mut bad, mut good, mut initial) = (0, 0, 0);
    for seed in 0..300 {
        let mut numbers = Numbers(seed);
        let model = random::model(&mut numbers, 30 + seed as usize % 90, Features::All);
        for _ in 0..3 {
            let witness = random::witness(&mut numbers, &model, 5);
            check(&model, &witness);
            let seen = interpret(&model, &witness);
            let all = seen.iter().flat_map(|seen| &seen.bad);
            bad += all.clone().filter(|bad| **bad).count();
            good += all.filter(|bad| !**bad).count();
        }
        let constant =
            |init: super::Operand| matches!(model.node(init.node).kind, super::Kind::Constant(_));
        initial += model
            .states()
            .iter()
            .filter(|state| state.init.is_some_and(|init| !constant(init)))
            .count();
    }
    // The models are not trivial.
    assert!(
        bad > 1000 && good > 1000 && initial > 100,
        "{bad} {good} {initial}"
    );
}

#[test]
fn text_goes_there_and_back() {
    for seed in 0..200 {
        let mut numbers = Numbers(seed);
        let model = random::model(&mut numbers, 80, Features::All);
        let text = model.write();
        let again = parse(&text);
        assert_eq!(again.write(), text);
        // An equal model, except for nodes that flip initial values and properties.
        assert_eq!(again.inputs().len(), model.inputs().len());
        let witness = random::witness(&mut numbers, &model, 3);
        assert_eq!(interpret(&again, &witness), interpret(&model, &witness));
    }
}

/// Bytes, words and lines changed at random: an error or a model, never a panic.
#[test]
fn hostile_text_is_an_error_or_a_model() {
    let (mut models, mut errors) = (0, 0);
    for seed in 0..150 {
        let mut numbers = Numbers(seed);
        let text = random::model(&mut numbers, 40, Features::All).write();
        for _ in 0..40 {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            for _ in 0..=numbers.below(2) {
                mutate(&mut numbers, &mut lines);
            }
            let mut bytes = lines.join("\n").into_bytes();
            if numbers.below(4) == 0 {
                let place = numbers.below(bytes.len());
                bytes[place] = numbers.next() as u8;
            }
            match read(&bytes) {
                Err(error) => {
                    assert!(error.line >= 1 && error.line <= lines.len() + 1, "{error}");
                    errors += 1;
                }
                Ok(model) => {
                    models += 1;
                    parse(&model.write());
                    if let Ok(blasted) = model.blast() {
                        let run = random::witness(&mut numbers, &model, 2).to_run(&model, &blasted);
                        assert!(run.is_ok() || model.bad().is_empty());
                    }
                }
            }
        }
    }
    assert!(models > 200 && errors > 200, "{models} {errors}");
}

fn mutate(numbers: &mut Numbers, lines: &mut [String]) {
    let line = numbers.below(lines.len());
    let mut words: Vec<String> = lines[line].split(' ').map(str::to_owned).collect();
    let word = numbers.below(words.len());
    let other: Vec<&str> = lines[numbers.below(lines.len())].split(' ').collect();
    match numbers.below(7) {
        0 => words[word] = numbers.below(120).to_string(),
        1 => {
            words[word] = [
                "-1",
                "0",
                "99999999999999999999",
                "4294967296",
                "-",
                ";",
                "",
            ][numbers.below(7)]
            .to_owned()
        }
        2 => words[word] = other[numbers.below(other.len())].to_owned(),
        3 => drop(words.remove(word)),
        4 => words.insert(word, numbers.below(9).to_string()),
        5 => {
            let (a, b) = (line, numbers.below(lines.len()));
            return lines.swap(a, b);
        }
        _ => words[word] = format!("-{}", words[word]),
    }
    lines[line] = words.join(" ");
}

#[test]
fn hostile_witnesses_are_an_error_or_a_witness() {
    let mut read = 0;
    for seed in 0..100 {
        let mut numbers = Numbers(seed);
        let model = random::model(&mut numbers, 40, Features::All);
        let blasted = model.blast().expect("small enough");
        let text = random::witness(&mut numbers, &model, 3).to_string();
        for _ in 0..20 {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            mutate(&mut numbers, &mut lines);
            if let Ok(witness) = Witness::read(lines.join("\n").as_bytes()) {
                read += 1;
                let _ = witness.to_run(&model, &blasted);
            }
        }
    }
    assert!(read > 100, "{read}");
}

/// A counter with an initial value from another state, a state without next value and with one, and
/// a state that only begins: what each step can be.
#[test]
fn states_begin_and_go_on_as_the_format_says() {
    let model = parse(
        "1 sort bitvec 4\n2 sort bitvec 1\n3 state 1 base ; never changes, begins anyhow\n4 next 1 3 3\n\
         5 inc 1 3\n6 state 1 counter\n7 init 1 6 5\n8 inc 1 6\n9 next 1 6 8\n\
         10 state 1 free\n11 one 1\n12 state 1 begun\n13 init 1 12 11\n14 eq 2 6 10\n15 bad 14 meet\n",
    );
    let blasted = model.blast().expect("small enough");
    assert!(matches!(&blasted.states[0], StateBits::Latches(bits) if bits.len() == 4));
    assert!(matches!(&blasted.states[2], StateBits::Inputs(bits) if bits.len() == 4));
    assert!(matches!(&blasted.states[3], StateBits::Inputs(_)));
    let resets: Vec<Reset> = blasted
        .circuit
        .latches()
        .iter()
        .map(|latch| latch.reset)
        .collect();
    assert_eq!(
        resets.iter().filter(|reset| **reset == Reset::Free).count(),
        4
    );
    let witness = Witness::read(
        b"sat\nb0\n#0\n0 0111 base#0\n2 0001 free#0\n@0\n#1\n2 1001\n3 0110\n@1\n.\n",
    )
    .expect("a witness");
    let run = witness.to_run(&model, &blasted).expect("it fits");
    let seen = simulate(&model, &blasted, &run);
    let words =
        |step: usize| -> Vec<u128> { seen[step].states.iter().map(|word| word[0]).collect() };
    assert_eq!(words(0), [7, 8, 1, 1]);
    assert_eq!(words(1), [7, 9, 9, 6]);
    assert_eq!([seen[0].bad[0], seen[1].bad[0]], [false, true]);
}

#[test]
fn arrays_are_words_side_by_side() {
    let model = parse(
        "1 sort bitvec 2\n2 sort bitvec 3\n3 sort array 1 2\n4 sort bitvec 1\n5 constd 2 -3\n\
         6 state 3 memory\n7 init 3 6 5\n8 input 1 at\n9 input 2 what\n10 write 3 6 8 9\n11 next 3 6 10\n\
         12 read 2 6 8\n13 eq 4 12 9\n14 bad 13\n15 state 3 other\n16 neq 4 6 15\n17 constraint 16\n",
    );
    let witness = Witness::read(
        b"sat\nb0\n#0\n1 [*] 101\n1 [10] 000\n@0\n0 01\n1 111\n#1\n1 [01] 111\n1 [00] 101\n1 [10] 101\n1 [11] 101\n@1\n0 01\n1 111\n.\n",
    )
    .expect("a witness");
    let seen = interpret(&model, &witness);
    let blasted = model.blast().expect("small enough");
    let run = witness.to_run(&model, &blasted).expect("it fits");
    assert_eq!(simulate(&model, &blasted, &run), seen);
    assert_eq!(seen[1].states[0], [5, 7, 5, 5]);
    assert_eq!([seen[0].bad[0], seen[1].bad[0]], [false, true]);
    assert_eq!(
        [seen[0].constraints[0], seen[1].constraints[0]],
        [true, false]
    );
}

#[test]
fn messages_name_the_line() {
    let message = |text: &str| -> String {
        let result = read(text.as_bytes()).and_then(|model| model.blast());
        result.map(|_| ()).expect_err(text).to_string()
    };
    let cases = [
        (
            "1 sort bitvec 0",
            "line 1: a word of 0 bits: from 1 to 1048576 are supported",
        ),
        (
            "1 sort bitvec 2\n1 sort bitvec 3",
            "line 2: identifier 1 is defined twice",
        ),
        (
            "1 sort bitvec 2\n2 state 1\n3 add 1 2 4",
            "line 3: no node 4 is defined before",
        ),
        (
            "; nothing\n\n2 state 1",
            "line 3: no sort 1 is defined before",
        ),
        (
            "1 sort bitvec 2\n2 const 1 011",
            "line 2: constant '011' does not fit a word of 2 bits",
        ),
        (
            "1 sort bitvec 2\n2 udivo 1 2 2",
            "line 2: unknown keyword 'udivo'",
        ),
        ("1 sort bitvec 2\n2 input 1 a b", "line 2: unexpected 'b'"),
        ("1 sort bitvec 2\n2 input", "line 2: sort missing"),
        (
            "1 sort bitvec 2\n2 input 1\n3 eq 1 2 2",
            "line 3: declared as bitvec 2, but it is bitvec 1",
        ),
        (
            "1 sort bitvec 2\n2 input 1\n3 bad 2",
            "line 3: 'bad' does not apply to bitvec 2",
        ),
        (
            "1 sort bitvec 2\n2 input 1\n3 next 1 2 2",
            "line 3: only states have an initial or next value",
        ),
        (
            "1 sort bitvec 2\n2 state 1\n3 next 1 2 2\n4 next 1 2 2",
            "line 4: the state has its next value already",
        ),
        (
            "1 sort bitvec 2\n2 state 1\n3 zero 1\n4 init 1 2 3",
            "line 4: an initial value is defined before its state",
        ),
        (
            "1 sort bitvec 2\n2 input 1\n3 state 1\n4 init 1 3 -2",
            "line 4: an initial value depends on no input",
        ),
        (
            "1 sort bitvec 2\n2 sort array 1 1\n3 sort array 2 1",
            "line 3: an array over arrays is not supported",
        ),
        (
            "1 sort bitvec 2\n2 sort array 1 1\n3 input 2\n4 sort bitvec 1\n5 eq 4 -3 3",
            "line 5: 'eq' does not apply to array of bitvec 2 indexed by bitvec 2, array of bitvec 2 indexed by bitvec 2",
        ),
        (
            "1 sort bitvec 2\n2 input 1\n3 slice 1 2 2 1",
            "line 3: 'slice' does not apply to bitvec 2",
        ),
        (
            "1 sort bitvec 32\n2 sort array 1 1\n3 state 2",
            "line 3: array too large to blast: array of bitvec 32 indexed by bitvec 32",
        ),
        (
            "1 sort bitvec 9000\n2 input 1\n3 mul 1 2 2\n4 sort bitvec 1\n5 redor 4 3\n6 bad 5",
            "line 3: the model is too large to blast",
        ),
        (
            "1 sort bitvec 1\n2 state 1\n3 justice 1 2",
            "justice properties are not supported, and the model has no other",
        ),
        (
            "1 sort bitvec 2\n2 zero 3",
            "line 2: no sort 3 is defined before",
        ),
        (
            "1 sort bitvec 2\n2 state 1\n3 sort array 1 1\n4 state 3\n5 init 3 4 2",
            "line 5: what every element of an array begins with is a constant",
        ),
        ("x", "line 1: 'x' is not a number that fits here"),
        ("7", "line 1: keyword missing"),
    ];
    for (text, expected) in cases {
        assert_eq!(message(text), expected);
    }
    let error =
        read(b"1 sort bitvec 2\n2 sort array 1 1\n3 zero 2").expect_err("no constant array");
    let array = Sort::Array {
        index: 2,
        element: 2,
    };
    assert_eq!(
        error,
        Btor2Error {
            line: 3,
            problem: Problem::Declared {
                declared: array,
                found: Sort::BIT
            }
        }
    );
}

/// A long name for each of many bits would fill the memory.
#[test]
fn long_names_of_wide_words_are_refused() {
    let name = "n".repeat(1 << 16);
    let model = parse(&format!("1 sort bitvec 1048576\n2 input 1 {name}\n"));
    let error = model.blast().expect_err("a gigabyte of names");
    assert_eq!(error, Problem::TooLarge.at(2));
}

/// Ten bytes that ask for a megabit, again and again.
#[test]
fn many_wide_constants_are_refused() {
    let lines = (2..80).map(|n| format!("{n} zero 1\n"));
    let text: String = std::iter::once("1 sort bitvec 1048576\n".to_owned())
        .chain(lines)
        .collect();
    let error = super::read(text.as_bytes()).expect_err("more than 2^26 bits");
    assert_eq!(error, Problem::TooLarge.at(66));
}

#[test]
fn every_spelling_is_read() {
    let model = parse(
        "1 sort bitvec 8\r\n2 consth 1 fF\n3 constd 1 255 ; 255\n4 ones 1\n5 const 1 11111111\n\
         6 sort bitvec 1\n7 eq 6 2 3\n8 eq 6 4 5\n9 and 6 7 8 name;of;it\n10 bad -9 wrong ;comment\n\
         11 fair 7\n12 justice 2 7 -8\n13 output 2 out\n",
    );
    let blasted = model.blast().expect("small enough");
    assert_eq!(blasted.circuit.bad, [Lit::FALSE]);
    assert_eq!(blasted.circuit.bad_names, ["wrong"]);
    assert_eq!(model.justice()[0].len(), 2);
    assert_eq!(
        model.nodes().last().map(|node| node.symbol.as_str()),
        Some("name;of;it")
    );
}
