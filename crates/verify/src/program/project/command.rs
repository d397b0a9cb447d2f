//! What of a compiler's command line matters for reading the program.
//!
//! Options are known to matter, known not to, or unknown: the last are refused, since the program
//! that was compiled may be another one than the one that would be read.

use super::machine::{Chosen, MachineWords};
use super::tidy;
use invar_frontend::clang::{Effect, Macro, Standard, effect};
use std::path::{Path, PathBuf};

/// The options of one file. Paths are resolved against the folder of the command.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Command {
    pub(super) include: Vec<PathBuf>,
    pub(super) system: Vec<PathBuf>,
    pub(super) before: Vec<PathBuf>,
    pub(super) macros: Vec<Macro>,
    pub(super) standard: Option<Standard>,
    pub(super) chosen: Chosen,
    /// Options that are handed to clang: they can change the tree, which it then checks.
    pub(super) further: Vec<String>,
}

/// Options with a path, as the next word or in the same one.
const PATHS: [&str; 7] = [
    "-isystem",
    "-iquote",
    "-idirafter",
    "-include",
    "-imacros",
    "-isysroot",
    "-I",
];

/// Options whose next word is theirs and does not matter.
const DROPPED_WITH_VALUE: [&str; 11] = [
    "-o", "-MF", "-MT", "-MQ", "-MJ", "-L", "-l", "-T", "-u", "-z", "--param",
];

/// Starts of options that do not matter: of the linker, and for what compilers say.
const DROPPED: [&str; 24] = [
    "-W",
    "-w",
    "-g",
    "-M",
    "-pg",
    "-pipe",
    "-pie",
    "-L",
    "-l",
    "-B",
    "-T",
    "-Q",
    "-r",
    "-R",
    "-o",
    "-static",
    "-shared",
    "-no-pie",
    "-nostdlib",
    "-nodefaultlibs",
    "-nostartfiles",
    "-no-canonical-prefixes",
    "--param=",
    "--coverage",
];

/// Options that do not matter, as a whole.
const DROPPED_EXACTLY: [&str; 16] = [
    "-c",
    "-S",
    "-E",
    "-v",
    "-s",
    "-C",
    "-P",
    "-p",
    "-coverage",
    "-save-temps",
    // They choose libraries to link, not other ways to compile.
    "-specs=nano.specs",
    "--specs=nano.specs",
    "-specs=nosys.specs",
    "--specs=nosys.specs",
    "-specs=rdimon.specs",
    "--specs=rdimon.specs",
];

impl Command {
    /// Reads the words, the compiler first.
    pub(super) fn read(words: &[String], directory: &Path) -> Result<Command, String> {
        let mut command = Command::default();
        let mut machine = MachineWords::default();
        machine.compiler(words);
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if !word.starts_with('-') || word == "-" {
                if word.starts_with('@') {
                    return Err(format!("the options in the file {word} are not read"));
                }
                // The file itself, or something for the linker.
                continue;
            }
            if word == "--" {
                break;
            }
            let mut value = |option: &str| match word.strip_prefix(option) {
                Some("") | None => words.next().cloned(),
                Some(rest) => Some(rest.trim_start_matches('=').to_owned()),
            };
            let missing = || format!("the option {word} lacks its value");
            if let Some(option) = PATHS.iter().find(|option| word.starts_with(**option)) {
                let path = value(option).ok_or_else(missing)?;
                command.path(option, tidy(&directory.join(path)));
            } else if word.starts_with("-D") {
                let text = value("-D").ok_or_else(missing)?;
                command.macros.push(Macro::Define(text));
            } else if word.starts_with("-U") {
                let text = value("-U").ok_or_else(missing)?;
                command.macros.push(Macro::Undefine(text));
            } else if word.starts_with("-x") {
                let language = value("-x").ok_or_else(missing)?;
                if language != "c" && language != "none" && language != "cpp-output" {
                    return Err(format!("the language {language} is not read"));
                }
            } else if machine.take(word, &mut || words.next().cloned()) {
            } else if DROPPED_WITH_VALUE.contains(&word.as_str()) {
                words.next();
            } else if word.starts_with("-Wp,") && !word.starts_with("-Wp,-M") {
                return Err(format!("the preprocessor's options in {word} are not read"));
            } else {
                command.option(word)?;
            }
        }
        // Fortified functions, which compilers use with optimisation, stop what is a violation here.
        if command
            .further
            .iter()
            .any(|option| option.starts_with("-O"))
        {
            let off = Macro::Undefine("_FORTIFY_SOURCE".to_owned());
            command.macros.push(off);
        }
        command.chosen = machine.chosen()?;
        Ok(command)
    }

    fn path(&mut self, option: &str, path: PathBuf) {
        match option {
            "-I" => self.include.push(path),
            "-isystem" => self.system.push(path),
            "-include" => self.before.push(path),
            _ => {
                let path = path.display().to_string();
                self.further.extend([option.to_owned(), path]);
            }
        }
    }

    /// An option that is one word.
    fn option(&mut self, word: &str) -> Result<(), String> {
        let standard = word.strip_prefix("-std=").or(word.strip_prefix("--std="));
        let starts = |options: &[&str]| options.iter().any(|option| word.starts_with(option));
        match word {
            "-ansi" => self.standard = Standard::new("c89").ok(),
            _ => match standard {
                Some(name) => self.standard = Some(Standard::new(name)?),
                None if starts(&DROPPED) || DROPPED_EXACTLY.contains(&word) => {}
                None if word.starts_with("-pedantic") => {}
                None => self.of_generation(word)?,
            },
        }
        Ok(())
    }

    /// An option that may change what is compiled.
    fn of_generation(&mut self, word: &str) -> Result<(), String> {
        match effect(word) {
            Some(Effect::Nothing) => {}
            Some(Effect::Shown) => {
                self.further.push(word.to_owned());
            }
            Some(Effect::NotRead(read)) => {
                return Err(format!("the option {word} is not read: {read}"));
            }
            None => return Err(format!("the option {word} is not known")),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Command;
    use invar_frontend::clang::Macro;
    use std::path::{Path, PathBuf};

    fn read(text: &str) -> Result<Command, String> {
        let words = shlex::split(&format!("gcc {text}")).expect("words");
        Command::read(&words, Path::new("/build/sub"))
    }

    #[test]
    fn what_matters_is_kept_in_order_and_resolved() {
        let command = read(
            "-O2 -Wall -g -c -o x.o -MD -MF x.d -m32 -Iinclude -I ../other -isystem sys \
             -DA=1 -U A -D 'B=\"a b\"' -include config.h -std=c99 -funsigned-char -fPIC ../x.c",
        );
        let command = command.expect("all known");
        assert_eq!(
            command.include,
            [
                PathBuf::from("/build/sub/include"),
                "/build/sub/../other".into()
            ]
        );
        assert_eq!(command.system, [PathBuf::from("/build/sub/sys")]);
        assert_eq!(command.before, [PathBuf::from("/build/sub/config.h")]);
        let expected = [
            Macro::Define("A=1".into()),
            Macro::Undefine("A".into()),
            Macro::Define("B=\"a b\"".into()),
            Macro::Undefine("_FORTIFY_SOURCE".into()),
        ];
        assert_eq!(command.macros, expected);
        assert_eq!(command.standard.expect("given").name(), "c99");
        let machine = command.chosen.machine.expect("given");
        assert_eq!(machine.target.name, "i386");
        assert_eq!(command.further, ["-O2", "-funsigned-char", "-fPIC"]);
    }

    #[test]
    fn what_is_not_known_is_refused() {
        for text in [
            "-x c++ a.c",
            "@options",
            "-std=c++11",
            "--target=vax",
            "-Xclang -a",
            "-D",
            "-ffast-math",
            "-march=haswell",
            "gcc -mcpu=cortex-m4",
            "-fnew-option",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
