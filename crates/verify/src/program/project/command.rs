//! What of a compiler's command line matters for reading the program.
//!
//! Options are known to matter, known not to, or unknown: the last are refused, since the program
//! that was compiled may be another one than the one that would be read.

use super::tidy;
use invar_cfa::DataModel;
use invar_frontend::clang::{Macro, Standard};
use std::path::{Path, PathBuf};

/// The options of one file. Paths are resolved against the folder of the command.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Command {
    pub(super) include: Vec<PathBuf>,
    pub(super) system: Vec<PathBuf>,
    pub(super) before: Vec<PathBuf>,
    pub(super) macros: Vec<Macro>,
    pub(super) standard: Option<Standard>,
    pub(super) data_model: Option<DataModel>,
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

/// Starts of options that clang must see.
const KEPT: [&str; 14] = [
    "-fshort-enums",
    "-fshort-wchar",
    "-funsigned-char",
    "-fno-signed-char",
    "-fsigned-char",
    "-fno-unsigned-char",
    "-fpack-struct",
    "-fms-extensions",
    "-fgnu89-inline",
    "-ffreestanding",
    "-mms-bitfields",
    "-malign-double",
    "-mlong-double",
    "-nostdinc",
];

/// Options whose next word is theirs and does not matter.
const DROPPED_WITH_VALUE: [&str; 11] = [
    "-o", "-MF", "-MT", "-MQ", "-MJ", "-L", "-l", "-T", "-u", "-z", "--param",
];

/// Starts of options that do not matter.
const DROPPED: [&str; 30] = [
    "-O",
    "-W",
    "-w",
    "-g",
    "-M",
    "-f",
    "-m",
    "-p",
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
    "-rdynamic",
    "-save-temps",
    "-no-pie",
    "-nostdlib",
    "-nodefaultlibs",
    "-nostartfiles",
    "-no-canonical-prefixes",
    "--param=",
    "--coverage",
    "-coverage",
    "-fdiagnostics",
    "-Qunused-arguments",
];

/// Options that do not matter, as a whole.
const DROPPED_EXACTLY: [&str; 7] = ["-c", "-S", "-E", "-v", "-s", "-C", "-P"];

impl Command {
    /// Reads the words after the compiler.
    pub(super) fn read(words: &[String], directory: &Path) -> Result<Command, String> {
        let mut command = Command::default();
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
            } else if DROPPED_WITH_VALUE.contains(&word.as_str()) {
                words.next();
            } else if word.starts_with("-Wp,") && !word.starts_with("-Wp,-M") {
                return Err(format!("the preprocessor's options in {word} are not read"));
            } else {
                command.option(word)?;
            }
        }
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
            "-m32" => self.data_model = Some(DataModel::Ilp32),
            "-m64" => self.data_model = Some(DataModel::Lp64),
            "-ansi" => self.standard = Standard::new("c89").ok(),
            "-mx32" | "-m16" => return Err(format!("the data model of {word} is not known")),
            _ if word.starts_with("-fplugin") => {
                return Err("plug-ins of compilers can change the program".to_owned());
            }
            _ if starts(&KEPT) => self.further.push(word.to_owned()),
            _ => match standard {
                Some(name) => self.standard = Some(Standard::new(name)?),
                None if starts(&DROPPED) || DROPPED_EXACTLY.contains(&word) => {}
                None if word.starts_with("-pedantic") => {}
                None => return Err(format!("the option {word} is not known")),
            },
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Command;
    use invar_cfa::DataModel;
    use invar_frontend::clang::Macro;
    use std::path::{Path, PathBuf};

    fn read(text: &str) -> Result<Command, String> {
        let words = shlex::split(text).expect("words");
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
        ];
        assert_eq!(command.macros, expected);
        assert_eq!(command.standard.expect("given").name(), "c99");
        assert_eq!(command.data_model, Some(DataModel::Ilp32));
        assert_eq!(command.further, ["-funsigned-char"]);
    }

    #[test]
    fn what_is_not_known_is_refused() {
        for text in [
            "-x c++ a.c",
            "@options",
            "-std=c++11",
            "--target=arm",
            "-Xclang -a",
            "-D",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
