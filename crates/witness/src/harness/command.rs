//! The commands that compile a program with its harness.

use super::HarnessOptions;
use invar_report::{Report, Sanitizers, ViolationReport};

/// How a program is compiled with its harness.
#[derive(Clone, Debug)]
pub struct Build {
    /// The compiler and its own arguments.
    pub compiler: Vec<String>,
    /// What watches the run.
    pub sanitizers: Sanitizers,
    /// What local variables hold that were never given a value.
    pub locals: Locals,
    /// The object file of the call at the start, where there is one.
    pub start: String,
    /// The program that is made.
    pub program: String,
}

/// What local variables hold that were never given a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Locals {
    /// Zeros, by an option that not every compiler has.
    Zeroed,
    /// What lies there.
    AsTheyAre,
}

impl Default for Build {
    fn default() -> Build {
        Build {
            compiler: vec!["gcc".into()],
            sanitizers: Sanitizers::Absent,
            locals: Locals::Zeroed,
            start: "start.o".into(),
            program: "run".into(),
        }
    }
}

impl Build {
    /// The options that depend on the compiler and on what watches the run.
    pub fn options(&self, report: &Report) -> Vec<String> {
        let mut options: Vec<&str> = vec!["-w"];
        if report.data_model == "ILP32" {
            // Floating point as IEEE says, not as the old coprocessor rounds.
            options.extend(["-m32", "-msse2", "-mfpmath=sse"]);
        }
        match self.sanitizers {
            Sanitizers::Absent => options.push("-fwrapv"),
            Sanitizers::AddressAndUndefined => options.extend([
                "-g",
                "-fsanitize=address,undefined,float-cast-overflow",
                "-fno-sanitize-recover=all",
            ]),
        }
        if self.locals == Locals::Zeroed {
            options.push("-ftrivial-auto-var-init=zero");
        }
        options.into_iter().map(String::from).collect()
    }
}

/// The files of the program.
pub(super) fn files(report: &Report) -> Vec<String> {
    if report.files.is_empty() {
        vec![report.file.clone()]
    } else {
        report.files.clone()
    }
}

/// The commands, each as words; the last one makes the program.
pub fn harness_commands(
    report: &Report,
    violation: &ViolationReport,
    options: &HarnessOptions,
    build: &Build,
) -> Vec<Vec<String>> {
    let standard = options.standard.as_deref().unwrap_or("gnu11");
    let mut compile = build.compiler.clone();
    compile.push(format!("-std={standard}"));
    compile.extend(build.options(report));
    if violation.failure.is_error() {
        compile.push("-finstrument-functions".into());
    }
    // Functions that are never called may use others that exist nowhere.
    compile.push("-ffunction-sections".into());
    compile.extend(options.compiler.iter().cloned());
    if violation.start.is_some() {
        // The harness has the `main` that runs.
        compile.push("-Dmain=invar_main".into());
    }
    let mut commands = Vec::new();
    let mut files = files(report);
    let mut link = compile.clone();
    link.extend(["-Wl,--gc-sections".into(), "-o".into()]);
    link.push(build.program.clone());
    if let Some(start) = &violation.start {
        let named = start.file.as_ref();
        let position = files.iter().position(|file| Some(file) == named);
        let file = files.remove(position.unwrap_or(0));
        compile.extend(["-DINVAR_START", "-include"].map(String::from));
        compile.extend([
            as_path(&file),
            "-c".into(),
            "-o".into(),
            build.start.clone(),
        ]);
        compile.push(as_path(&options.name));
        commands.push(compile);
        link.push(build.start.clone());
    }
    link.extend(files.iter().map(|file| as_path(file)));
    link.extend([as_path(&options.name), "-lm".into()]);
    commands.push(link);
    commands
}

/// A file name that is not read as an option.
fn as_path(file: &str) -> String {
    if file.starts_with('-') {
        format!("./{file}")
    } else {
        file.to_owned()
    }
}

/// The words of a command as a shell reads them, inside a comment of C.
pub(super) fn quoted(command: &[String]) -> String {
    let words: Vec<String> = command.iter().map(|word| quote(word)).collect();
    words.join(" ")
}

fn quote(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_@%+=:,./-".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    // Two quotes between the characters that would end the comment: nothing for the shell.
    let inner = word.replace('\'', "'\\''").replace("*/", "*''/");
    format!("'{inner}'")
}

#[cfg(test)]
mod tests {
    use super::quote;

    #[test]
    fn words_are_quoted_for_a_shell_inside_a_comment() {
        for (word, expected) in [
            ("src/a-1.c", "src/a-1.c"),
            ("a b.c", "'a b.c'"),
            ("it's.c", r"'it'\''s.c'"),
            ("x*/y.c", "'x*''/y.c'"),
            ("$HOME", "'$HOME'"),
            ("", "''"),
        ] {
            assert_eq!(quote(word), expected);
        }
    }
}
