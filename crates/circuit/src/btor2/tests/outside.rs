//! The tools of the format's authors read what we write: btorsim accepts just the witnesses that are
//! right, catbtor every model. Skipped with a message where they are not installed.

use super::interpret::interpret;
use super::random::{self, Features, Numbers};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs, process};

/// What the tool says, unless it is not there.
fn run(tool: &str, arguments: &[&Path]) -> Option<Output> {
    match Command::new(tool).args(arguments).output() {
        Ok(output) => Some(output),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            eprintln!("skipped: {tool} is not installed");
            None
        }
        Err(error) => panic!("{tool}: {error}"),
    }
}

/// A file for this process alone.
fn file(name: &str, text: &str) -> PathBuf {
    let path = env::temp_dir().join(format!("invar-{}-{name}", process::id()));
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn btorsim_accepts_just_what_is_right() {
    let (mut accepted, mut refused) = (0, 0);
    for seed in 0..60 {
        let mut numbers = Numbers(seed);
        let model = random::model(&mut numbers, 60, Features::Simulated);
        let text = file("simulated.btor2", &model.write());
        for _ in 0..4 {
            let mut witness = random::witness(&mut numbers, &model, 4);
            witness.property = numbers.below(model.bad().len());
            let seen = interpret(&model, &witness);
            let valid = seen
                .iter()
                .take_while(|seen| seen.constraints.iter().all(|holds| *holds));
            let right = valid.clone().any(|seen| seen.bad[witness.property]);
            let path = file("simulated.wit", &witness.to_string());
            let output = run("btorsim", &[Path::new("-c"), &text, &path]);
            fs::remove_file(&path).unwrap();
            let Some(output) = output else {
                fs::remove_file(&text).unwrap();
                return;
            };
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(
                output.status.success(),
                right,
                "{said}\n{witness}\n{}",
                model.write()
            );
            if right {
                accepted += 1;
            } else {
                assert!(
                    said.contains("not reached"),
                    "{said}\n{witness}\n{}",
                    model.write()
                );
                refused += 1;
            }
        }
        fs::remove_file(&text).unwrap();
    }
    assert!(accepted > 20 && refused > 20, "{accepted} {refused}");
}

#[test]
fn catbtor_reads_every_model() {
    for seed in 0..60 {
        let mut numbers = Numbers(seed);
        let model = random::model(&mut numbers, 120, Features::All);
        let path = file("every.btor2", &model.write());
        let output = run("catbtor", &[&path]);
        fs::remove_file(&path).unwrap();
        let Some(output) = output else { return };
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}\n{}", model.write());
    }
}
