//! The table: one row per machine.

use super::{ByteOrder, CharSign, EnumSize, LongDouble, NamelessBitFields, SizeType, Target};
use crate::DataModel;

const X86_64: Target = Target {
    name: "x86-64",
    triple: "x86_64-linux-gnu",
    architectures: &["x86_64", "amd64"],
    systems: &["linux-gnu", "linux", "linux-musl", ""],
    data_model: DataModel::Lp64,
    byte_order: ByteOrder::Little,
    char_sign: CharSign::Signed,
    enum_size: EnumSize::Int,
    long_double: LongDouble::X87 {
        bytes: 16,
        align: 16,
    },
    size_type: SizeType::Long,
    member_limit: None,
    largest_alignment: 16,
    nameless_bit_fields: NamelessBitFields::Ignored,
    headers: &[],
    header_package: "libc6-dev",
};

const I386: Target = Target {
    name: "i386",
    triple: "i386-linux-gnu",
    architectures: &["i386", "i486", "i586", "i686"],
    systems: &["linux-gnu", "linux", "linux-musl", ""],
    data_model: DataModel::Ilp32,
    long_double: LongDouble::X87 {
        bytes: 12,
        align: 4,
    },
    size_type: SizeType::Int,
    member_limit: Some(4),
    header_package: "libc6-dev-i386",
    ..X86_64
};

/// AAPCS without an operating system: gcc keeps enumerations in the smallest type, clang in `int`.
const ARM: Target = Target {
    name: "arm",
    triple: "arm-none-eabi",
    architectures: ARM_CORES,
    systems: &["eabi", "eabihf"],
    data_model: DataModel::Ilp32,
    byte_order: ByteOrder::Little,
    char_sign: CharSign::Unsigned,
    enum_size: EnumSize::Undecided,
    long_double: LongDouble::Binary64,
    size_type: SizeType::Int,
    member_limit: None,
    largest_alignment: 8,
    nameless_bit_fields: NamelessBitFields::Align,
    headers: &["/usr/include/newlib"],
    header_package: "libnewlib-arm-none-eabi",
};

const ARM_LINUX: Target = Target {
    name: "arm-linux",
    triple: "arm-linux-gnueabi",
    systems: &[
        "linux-gnueabi",
        "linux-gnueabihf",
        "linux-musleabi",
        "linux-musleabihf",
    ],
    enum_size: EnumSize::Int,
    headers: &["/usr/arm-linux-gnueabi/include"],
    header_package: "libc6-dev-armel-cross",
    ..ARM
};

/// Little-endian ARM with 32 bits; `armeb` is not among them, and of Apple's and Windows' ABIs nothing is known.
const ARM_CORES: &[&str] = &[
    "arm", "thumb", "armv4t", "armv5*", "armv6*", "armv7*", "armv8*", "thumbv4t", "thumbv5*",
    "thumbv6*", "thumbv7*", "thumbv8*",
];

const AARCH64: Target = Target {
    name: "aarch64",
    triple: "aarch64-none-elf",
    architectures: &["aarch64", "arm64"],
    systems: &["", "linux-gnu", "linux", "linux-musl"],
    data_model: DataModel::Lp64,
    byte_order: ByteOrder::Little,
    char_sign: CharSign::Unsigned,
    enum_size: EnumSize::Int,
    long_double: LongDouble::Binary128 { align: 16 },
    size_type: SizeType::Long,
    member_limit: None,
    largest_alignment: 16,
    nameless_bit_fields: NamelessBitFields::Align,
    headers: &["/usr/aarch64-linux-gnu/include"],
    header_package: "libc6-dev-arm64-cross",
};

const RISCV64: Target = Target {
    name: "riscv64",
    triple: "riscv64-unknown-elf",
    architectures: &["riscv64"],
    systems: &["", "linux-gnu", "linux", "linux-musl"],
    nameless_bit_fields: NamelessBitFields::Ignored,
    headers: &["/usr/lib/picolibc/riscv64-unknown-elf/include"],
    header_package: "picolibc-riscv64-unknown-elf",
    ..AARCH64
};

const RISCV32: Target = Target {
    name: "riscv32",
    triple: "riscv32-unknown-elf",
    architectures: &["riscv32"],
    data_model: DataModel::Ilp32,
    size_type: SizeType::Int,
    ..RISCV64
};

const POWERPC: Target = Target {
    name: "powerpc",
    triple: "powerpc-linux-gnu",
    architectures: &["powerpc", "ppc"],
    systems: &["linux-gnu", "linux"],
    byte_order: ByteOrder::Big,
    long_double: LongDouble::DoubleDouble,
    headers: &["/usr/powerpc-linux-gnu/include"],
    header_package: "libc6-dev-powerpc-cross",
    ..RISCV32
};

const S390X: Target = Target {
    name: "s390x",
    triple: "s390x-linux-gnu",
    architectures: &["s390x"],
    systems: &["linux-gnu", "linux", "linux-musl"],
    byte_order: ByteOrder::Big,
    long_double: LongDouble::Binary128 { align: 8 },
    member_limit: Some(8),
    largest_alignment: 8,
    headers: &["/usr/s390x-linux-gnu/include"],
    header_package: "libc6-dev-s390x-cross",
    ..RISCV64
};

/// Every machine. The first two are those of the data models.
pub(super) static TARGETS: [Target; 9] = [
    X86_64, I386, ARM, ARM_LINUX, AARCH64, RISCV32, RISCV64, POWERPC, S390X,
];
