//! The machines that programs are compiled for, one row each (`rows`): what of C's types they decide.
//!
//! Sizes of `short` (16), `int` (32), `long long` (64), `float` and `double` (IEEE) are the same in all rows; `long`, `size_t`
//! and pointers have the width of the data model. What a row says is compared with clang's answers for
//! the same target each time a file is read (`frontend/src/clang/guard.rs`): where they differ, the file is refused.

mod rows;

use crate::DataModel;
use rows::TARGETS;

/// What a machine and the ABI of its compilers decide about C's types.
#[derive(PartialEq, Eq, Debug)]
pub struct Target {
    /// Its name on the command line and in reports.
    pub name: &'static str,
    /// What clang is told for the name alone.
    pub triple: &'static str,
    /// The first words of triples; a star matches any end.
    pub architectures: &'static [&'static str],
    /// The last words of triples, without vendors and formats of object files; empty if there are none left.
    pub systems: &'static [&'static str],
    /// Widths of `long` and of pointers.
    pub data_model: DataModel,
    /// Which byte of a number comes first; bit-fields begin at the same end.
    pub byte_order: ByteOrder,
    /// Whether `char` has negative values, unless an option says so.
    pub char_sign: CharSign,
    /// What enumerations are kept in, unless an option says so.
    pub enum_size: EnumSize,
    /// What `long double` is.
    pub long_double: LongDouble,
    /// `size_t`; `ptrdiff_t` is its signed counterpart.
    pub size_type: SizeType,
    /// The largest alignment in bytes that members of structs have without attributes, where it is less than their
    /// natural one.
    pub member_limit: Option<u64>,
    /// `__attribute__((aligned))` without a number, in bytes.
    pub largest_alignment: u64,
    /// Whether bit-fields without a name align their struct.
    pub nameless_bit_fields: NamelessBitFields,
    /// Folders where Debian's cross packages put headers of a C library; those that are there are read last.
    pub headers: &'static [&'static str],
    /// Debian's package with headers of a C library.
    pub header_package: &'static str,
}

/// A machine as it was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Machine {
    /// Its row.
    pub target: &'static Target,
    /// What clang is told.
    pub triple: String,
}

impl Machine {
    /// The x86 machine with a data model.
    pub fn of_model(model: DataModel) -> Machine {
        let target = Target::of_model(model);
        let triple = target.triple.to_owned();
        Machine { target, triple }
    }
}

/// Which byte of a number comes first in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ByteOrder {
    /// The lowest one.
    Little,
    /// The highest one.
    Big,
}

/// Whether `char` has negative values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CharSign {
    /// As `signed char`.
    Signed,
    /// As `unsigned char`.
    Unsigned,
}

/// How large enumerations are without attributes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnumSize {
    /// As `int`, or larger where the values need it.
    Int,
    /// As the smallest type that has room for the values.
    Smallest,
    /// Compilers for the machine differ: an option must say it.
    Undecided,
}

/// The format of `long double`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LongDouble {
    /// The 80 bits of the x87 unit, stored with this size and alignment.
    X87 {
        /// `sizeof`.
        bytes: u32,
        /// `_Alignof`.
        align: u32,
    },
    /// As `double`.
    Binary64,
    /// IEEE quadruple precision with this alignment.
    Binary128 {
        /// `_Alignof`.
        align: u32,
    },
    /// The sum of two doubles, which is not modelled.
    DoubleDouble,
}

impl LongDouble {
    /// Bytes and alignment.
    pub fn size(self) -> (u32, u32) {
        match self {
            LongDouble::X87 { bytes, align } => (bytes, align),
            LongDouble::Binary64 => (8, 8),
            LongDouble::Binary128 { align } => (16, align),
            LongDouble::DoubleDouble => (16, 16),
        }
    }

    /// Bits of the significand, the first one included.
    pub fn significand(self) -> u32 {
        match self {
            LongDouble::X87 { .. } => 64,
            LongDouble::Binary64 => 53,
            LongDouble::Binary128 { .. } => 113,
            LongDouble::DoubleDouble => 106,
        }
    }
}

/// The type that `size_t` is another name of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SizeType {
    /// `unsigned int`.
    Int,
    /// `unsigned long`.
    Long,
}

impl SizeType {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            SizeType::Int => "unsigned int",
            SizeType::Long => "unsigned long",
        }
    }
}

/// Whether bit-fields without a name give their struct the alignment of their type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NamelessBitFields {
    /// Only those with a name do.
    Ignored,
    /// All do.
    Align,
}

/// Words of triples that decide nothing about types.
const VENDORS: [&str; 6] = ["none", "unknown", "pc", "elf", "unknown-elf", "buildroot"];

impl Target {
    /// Every machine.
    pub fn all() -> &'static [Target] {
        &TARGETS
    }

    /// The x86 machine with a data model.
    pub fn of_model(model: DataModel) -> &'static Target {
        match model {
            DataModel::Lp64 => &TARGETS[0],
            DataModel::Ilp32 => &TARGETS[1],
        }
    }

    /// The machine with a name or a triple.
    pub fn named(text: &str) -> Option<Machine> {
        if let Some(target) = TARGETS.iter().find(|target| target.name == text) {
            let triple = target.triple.to_owned();
            return Some(Machine { target, triple });
        }
        let mut words = text.split('-');
        let architecture = words.next()?;
        let system: Vec<&str> = words.filter(|word| !VENDORS.contains(word)).collect();
        let find = |system: &[&str]| Target::with(architecture, &system.join("-"));
        // The first word may be a vendor that the list does not have.
        let target = find(&system).or_else(|| find(system.get(1..)?));
        Some(Machine {
            target: target?,
            triple: text.to_owned(),
        })
    }

    fn with(architecture: &str, system: &str) -> Option<&'static Target> {
        TARGETS.iter().find(|target| {
            let of_it = |known: &&str| match known.strip_suffix('*') {
                Some(start) => architecture.starts_with(start),
                None => architecture == *known,
            };
            target.architectures.iter().any(of_it) && target.systems.contains(&system)
        })
    }

    /// Whether it is one of the x86 machines, which a data model tells.
    pub fn is_x86(&self) -> bool {
        *self == *Target::of_model(self.data_model)
    }

    /// What it decides, for people.
    pub fn describe(&self) -> String {
        let words = match self.data_model {
            DataModel::Ilp32 => "int, long and pointers have 32 bits",
            DataModel::Lp64 => "int has 32 bits, long and pointers have 64",
        };
        if self.is_x86() {
            return format!("{}: {words}", self.data_model);
        }
        let order = match self.byte_order {
            ByteOrder::Little => "lowest",
            ByteOrder::Big => "highest",
        };
        format!(
            "target {}: {words}, the {order} byte of a number comes first; products are rounded before they are added to, as \
             with -ffp-contract=off; misaligned accesses work",
            self.name
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Target;
    use crate::DataModel;

    fn named(text: &str) -> Option<&'static str> {
        Target::named(text).map(|machine| machine.target.name)
    }

    #[test]
    fn triples_find_their_rows() {
        for (text, name) in [
            ("arm", "arm"),
            ("arm-none-eabi", "arm"),
            ("armv7m-none-eabi", "arm"),
            ("thumbv7em-none-eabihf", "arm"),
            ("arm-linux-gnueabihf", "arm-linux"),
            ("armv7-unknown-linux-gnueabihf", "arm-linux"),
            ("x86_64-pc-linux-gnu", "x86-64"),
            ("riscv32-unknown-elf", "riscv32"),
            ("riscv64-linux-gnu", "riscv64"),
            ("powerpc-linux-gnu", "powerpc"),
            ("i686-linux-gnu", "i386"),
        ] {
            assert_eq!(named(text), Some(name), "{text}");
        }
    }

    #[test]
    fn what_is_not_in_the_table_has_no_row() {
        for text in [
            "armeb-none-eabi",
            "arm-none-gnu",
            "arm-apple-ios",
            "thumbv7-windows-msvc",
            "x86_64-w64-mingw32",
            "x86_64-linux-gnux32",
            "powerpc-none-eabi",
            "riscv32be-unknown-elf",
            "aarch64-apple-darwin",
            "aarch64_be-none-elf",
            "avr",
            "mips-linux-gnu",
            "vax",
            "",
        ] {
            assert_eq!(named(text), None, "{text}");
        }
    }

    #[test]
    fn every_row_is_found_by_its_name_and_by_its_triple() {
        for target in Target::all() {
            for text in [target.name, target.triple] {
                assert_eq!(named(text), Some(target.name), "{text}");
            }
        }
        for model in [DataModel::Ilp32, DataModel::Lp64] {
            assert_eq!(Target::of_model(model).data_model, model);
            assert!(Target::of_model(model).is_x86());
        }
    }
}
