//! For which machine a command compiles: by the name of its compiler and by its options.

use invar_cfa::{DataModel, EnumSize, Machine, Target};
use invar_frontend::clang::{Effect, effect};

/// What the words of a command say about the machine, in their order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct MachineWords {
    /// The compiler's name without folder, version and `.exe`.
    compiler: String,
    /// The last `--target=`.
    triple: Option<String>,
    /// The last of `-m32` and `-m64`.
    width: Option<DataModel>,
    /// The other options that begin with `-m`.
    options: Vec<String>,
}

/// What commands say in the end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Chosen {
    /// The machine; the x86 with 64 bits if absent.
    pub(super) machine: Option<Machine>,
    /// Options for clang.
    pub(super) options: Vec<String>,
}

/// Compilers for other machines whose names are no triples.
const FOREIGN: [&str; 14] = [
    "armcc",
    "armclang",
    "tiarmclang",
    "armcl",
    "iccarm",
    "iccavr",
    "icc430",
    "iccriscv",
    "sdcc",
    "xc8-cc",
    "xc16-gcc",
    "xc32-gcc",
    "cl430",
    "ccrx",
];

/// What comes before the names of compilers for this machine; anything else is a machine.
const NATIVE: [&str; 2] = ["musl", "afl"];

/// Starts of options of gcc for single machines that change instructions, not types: clang may not know them.
const HARMLESS: [&str; 42] = [
    "-mtune",
    "-mthumb-interwork",
    "-mno-thumb-interwork",
    "-mlong-calls",
    "-mno-long-calls",
    "-mslow-flash-data",
    "-mpure-code",
    "-mapcs-frame",
    "-mno-apcs-frame",
    "-mpoke-function-name",
    "-mno-sched-prolog",
    "-mword-relocations",
    "-mtp=",
    "-mtls-dialect",
    "-munaligned-access",
    "-mno-unaligned-access",
    "-mstrict-align",
    "-mno-strict-align",
    "-mfix-",
    "-mno-fix-",
    "-mrestrict-it",
    "-mno-restrict-it",
    "-mgeneral-regs-only",
    "-mcmodel",
    "-mrelax",
    "-mno-relax",
    "-msave-restore",
    "-mno-save-restore",
    "-msmall-data-limit",
    "-mbranch-cost",
    "-mexplicit-relocs",
    "-mno-explicit-relocs",
    "-mpreferred-stack-boundary",
    "-msdata",
    "-mno-sdata",
    "-meabi",
    "-mno-eabi",
    "-mno-omit-leaf-frame-pointer",
    "-momit-leaf-frame-pointer",
    "-mbackchain",
    "-mno-backchain",
    "-mcall-prologues",
];

impl MachineWords {
    /// Takes the words before the options: the compiler, perhaps after a cache or another wrapper.
    pub(super) fn compiler(&mut self, words: &[String]) {
        let names = words.iter().take_while(|word| !word.starts_with('-'));
        let mut names = names.map(|word| plain_name(word));
        let is_compiler = |name: &String| is_foreign(name) || family(name).is_some();
        self.compiler = names.find(is_compiler).unwrap_or_default();
    }

    /// Takes a word if it is about the machine; `next` is the word after it.
    pub(super) fn take(&mut self, word: &str, next: &mut dyn FnMut() -> Option<String>) -> bool {
        let triple = word
            .strip_prefix("--target=")
            .or_else(|| word.strip_prefix("-target="));
        match word {
            _ if triple.is_some() => self.triple = triple.map(str::to_owned),
            "--target" | "-target" => self.triple = Some(next().unwrap_or_default()),
            "-m32" => self.width = Some(DataModel::Ilp32),
            "-m64" => self.width = Some(DataModel::Lp64),
            "-EL" | "-EB" => self.options.push(word.to_owned()),
            _ if word.starts_with("-m") => self.options.push(word.to_owned()),
            _ => return false,
        }
        true
    }

    /// The machine with the options for it.
    ///
    /// # Errors
    /// It is not known, or its options contradict each other.
    pub(super) fn chosen(self) -> Result<Chosen, String> {
        if self.compiler.is_empty() {
            return Err("the compiler is not known to be one of C".to_owned());
        }
        let prefix = self.prefix();
        let text = match (&self.triple, prefix) {
            (Some(triple), _) => Some(triple.as_str()),
            (None, _) if is_foreign(&self.compiler) => {
                return Err(format!("the machine of {} is not known", self.compiler));
            }
            (None, prefix) => prefix,
        };
        let machine = match text {
            Some(text) => Some(Target::named(text).ok_or_else(|| unknown(text))?),
            None => None,
        };
        let Some(machine) = machine.filter(|machine| !machine.target.is_x86()) else {
            return self.of_x86(text);
        };
        let width = machine.target.data_model;
        if self.width.is_some_and(|other| other != width) {
            return Err(format!("{} has no other width", machine.target.name));
        }
        let machine = self.of_width(machine)?;
        let mut options = Vec::new();
        options.extend(self.size_of_enumerations(machine.target));
        let is_harmless = |option: &&String| HARMLESS.iter().any(|o| option.starts_with(o));
        options.extend(self.options.iter().filter(|o| !is_harmless(o)).cloned());
        Ok(Chosen {
            machine: Some(machine),
            options,
        })
    }

    /// One of the x86 machines.
    fn of_x86(&self, text: Option<&str>) -> Result<Chosen, String> {
        let named = text.and_then(Target::named);
        let model = self
            .width
            .or(named.map(|machine| machine.target.data_model));
        let mut options = Vec::new();
        for option in &self.options {
            match effect(option) {
                Some(Effect::Nothing) => {}
                Some(Effect::Shown) => options.push(option.clone()),
                Some(Effect::NotRead(read)) => {
                    return Err(format!("the option {option} is not read: {read}"));
                }
                None => return Err(format!("the option {option} is not known")),
            }
        }
        Ok(Chosen {
            machine: model.map(Machine::of_model),
            options,
        })
    }

    /// gcc for RISC-V with 64 bits compiles for 32 bits too, if its ABI says so.
    fn of_width(&self, machine: Machine) -> Result<Machine, String> {
        let abi = self.options.iter().rev();
        let abi = abi
            .filter_map(|option| option.strip_prefix("-mabi="))
            .next();
        let (from, to) = match abi {
            Some(abi) if abi.starts_with("ilp32") => ("riscv64", "riscv32"),
            Some(abi) if abi.starts_with("lp64") => ("riscv32", "riscv64"),
            _ => return Ok(machine),
        };
        match machine.triple.strip_prefix(from) {
            Some(rest) => {
                let text = format!("{to}{rest}");
                Target::named(&text).ok_or_else(|| unknown(&text))
            }
            None => Ok(machine),
        }
    }

    /// What the compiler takes where the ABI leaves it open.
    fn size_of_enumerations(&self, target: &Target) -> Option<String> {
        let is_other_abi = self.options.iter().any(|o| o.starts_with("-mabi="));
        if target.enum_size != EnumSize::Undecided || is_other_abi {
            return None;
        }
        match family(&self.compiler)? {
            Family::Gcc => Some("-fshort-enums".into()),
            Family::Clang => Some("-fno-short-enums".into()),
        }
    }

    /// The triple in the compiler's name.
    fn prefix(&self) -> Option<&str> {
        let (prefix, _) = self.compiler.rsplit_once('-')?;
        (!NATIVE.contains(&prefix)).then_some(prefix)
    }
}

/// Which compiler it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Family {
    Gcc,
    Clang,
}

fn family(name: &str) -> Option<Family> {
    match name.rsplit('-').next()? {
        "gcc" | "cc" | "c89" | "c99" | "c11" | "c17" | "tcc" => Some(Family::Gcc),
        "clang" => Some(Family::Clang),
        _ => None,
    }
}

fn is_foreign(name: &str) -> bool {
    FOREIGN.contains(&name)
}

/// The name of a program without its folder, its version and `.exe`.
fn plain_name(word: &str) -> String {
    let name = word.rsplit(['/', '\\']).next().unwrap_or_default();
    let name = name.strip_suffix(".exe").unwrap_or(name);
    match name.rsplit_once('-') {
        Some((before, version)) if version.starts_with(|c: char| c.is_ascii_digit()) => {
            before.to_owned()
        }
        _ => name.to_owned(),
    }
}

fn unknown(text: &str) -> String {
    format!("the target {text} is not known")
}

#[cfg(test)]
mod tests {
    use super::MachineWords;

    /// The name of the machine and the options for clang.
    fn chosen(text: &str) -> Result<(Option<&'static str>, Vec<String>), String> {
        let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let mut machine = MachineWords::default();
        machine.compiler(&words);
        let mut rest = words.into_iter();
        while let Some(word) = rest.next() {
            let _ = machine.take(&word, &mut || rest.next());
        }
        let chosen = machine.chosen()?;
        let name = chosen.machine.map(|machine| machine.target.name);
        Ok((name, chosen.options))
    }

    #[test]
    fn compilers_and_options_tell_the_machine() {
        for (text, name, options) in [
            ("gcc -c a.c", None, ""),
            ("musl-gcc -mavx -mno-red-zone a.c", None, "-mavx"),
            (
                "gcc -m32 -malign-double a.c",
                Some("i386"),
                "-malign-double",
            ),
            ("clang --target=x86_64-linux-gnu -m32 a.c", Some("i386"), ""),
            ("x86_64-linux-gnu-gcc-12 a.c", Some("x86-64"), ""),
            (
                "ccache /opt/bin/arm-none-eabi-gcc-12.2.1 -mcpu=cortex-m4 -mthumb -mlong-calls a.c",
                Some("arm"),
                "-fshort-enums -mcpu=cortex-m4 -mthumb",
            ),
            (
                "clang -target armv7m-none-eabi a.c",
                Some("arm"),
                "-fno-short-enums",
            ),
            (
                "arm-poky-linux-gnueabi-gcc -mbig-endian a.c",
                Some("arm-linux"),
                "-mbig-endian",
            ),
        ] {
            let options: Vec<String> = options.split_whitespace().map(str::to_owned).collect();
            assert_eq!(chosen(text), Ok((name, options)), "{text}");
        }
    }

    #[test]
    fn unknown_machines_are_refused() {
        for text in [
            "armcc a.c",
            "sdcc a.c",
            "arm-none-gnu-gcc a.c",
            "x86_64-w64-mingw32-gcc a.c",
            "avr-gcc a.c",
            "msp430-gcc a.c",
            "gcc -mx32 a.c",
            "gcc -mlong-double-64 a.c",
            "gcc -march=haswell a.c",
            "gcc -mnew-option a.c",
            "g++ -c a.c",
            "rustc a.c",
            "clang --target=vax a.c",
            "arm-none-eabi-gcc -m64 a.c",
        ] {
            assert!(chosen(text).is_err(), "{text}");
        }
    }
}
