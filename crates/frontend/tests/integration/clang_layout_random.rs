//! Random structs and unions against gcc, in both models: nested, with arrays, bit-fields, `packed`,
//! `aligned`, aligned typedefs and `#pragma pack`. Sizes, alignments, offsets, and for bit-fields the
//! bits that change when all of one is set.

use invar_cfa::DataModel;
use invar_frontend::ast::layout::Layouts;
use invar_frontend::ast::{RecordId, Type, Unit};
use invar_frontend::clang::{ParseOptions, parse};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

const RECORDS: usize = 200;

const PROLOGUE: &str = "enum plain { P0, P1 = 100000 };
enum signed_plain { S0 = -1, S1 };
enum __attribute__((packed)) small { Q0, Q1 = 200 };
enum __attribute__((packed)) medium { M0 = -1, M1 = 200 };
typedef long long aligned_long_long __attribute__((aligned(8)));
typedef int loose_int __attribute__((aligned(2)));
typedef char strict_char __attribute__((aligned(4)));
typedef loose_int again_int;
typedef struct { char c; int i; } pair __attribute__((aligned(16)));
";

/// Scalars that may be bit-fields, with the largest width in both models.
const INTEGERS: [(&str, u64); 16] = [
    ("_Bool", 1),
    ("char", 8),
    ("signed char", 8),
    ("unsigned char", 8),
    ("short", 16),
    ("unsigned short", 16),
    ("int", 32),
    ("unsigned", 32),
    ("long", 32),
    ("unsigned long", 32),
    ("long long", 64),
    ("unsigned long long", 64),
    ("enum plain", 32),
    ("enum signed_plain", 32),
    ("enum small", 8),
    ("aligned_long_long", 64),
];

const OTHERS: [&str; 10] = [
    "float",
    "double",
    "long double",
    "void *",
    "enum medium",
    "aligned_long_long",
    "loose_int",
    "strict_char",
    "again_int",
    "pair",
];

/// xorshift64*, from a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % limit
    }

    fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len() as u64) as usize]
    }
}

/// A member that C can name from the outermost record.
struct Member {
    name: String,
    /// Whether it is a bit-field, and of `_Bool`.
    bits: Option<u64>,
}

struct Generated {
    keyword: &'static str,
    tag: String,
    text: String,
    members: Vec<Member>,
}

struct Generator {
    random: Random,
    next: u32,
}

impl Generator {
    fn name(&mut self) -> String {
        self.next += 1;
        format!("m{}", self.next)
    }

    fn attributes(&mut self, chance: u64) -> String {
        let mut text = String::new();
        if self.random.percent(chance) {
            text += " __attribute__((packed))";
        }
        if self.random.percent(chance) {
            match self.random.below(7) {
                0 => text += " __attribute__((aligned))",
                power => {
                    let _ = write!(text, " __attribute__((aligned({})))", 1 << (power - 1));
                }
            }
        }
        text
    }

    /// The members of a record between its braces.
    fn body(&mut self, earlier: &[Generated], depth: u32, members: &mut Vec<Member>) -> String {
        let mut text = String::from("{ ");
        let count = match self.random.below(12) {
            0 => 0,
            _ => 1 + self.random.below(6),
        };
        for _ in 0..count {
            match self.random.below(10) {
                0..=3 => self.bit_field(&mut text, members),
                4 if depth < 2 => {
                    let keyword = if self.random.percent(50) {
                        "struct"
                    } else {
                        "union"
                    };
                    let attributes = self.attributes(15);
                    let inner = self.body(earlier, depth + 1, members);
                    let _ = write!(text, "{keyword}{attributes} {inner}; ");
                }
                5 if !earlier.is_empty() => {
                    let inner = self.random.pick(earlier);
                    let ty = format!("{} {}", inner.keyword, inner.tag);
                    self.member(&ty, true, &mut text, members);
                }
                6 | 7 => {
                    let ty = *self.random.pick(&OTHERS);
                    // clang refuses arrays of what is aligned to more than its size.
                    let arrays = !matches!(ty, "strict_char" | "pair");
                    self.member(ty, arrays, &mut text, members);
                }
                _ => {
                    let (ty, _) = *self.random.pick(&INTEGERS);
                    self.member(ty, true, &mut text, members);
                }
            }
        }
        text += "}";
        text
    }

    fn member(&mut self, ty: &str, arrays: bool, text: &mut String, members: &mut Vec<Member>) {
        let name = self.name();
        let bound = match self.random.below(8) {
            0 if arrays => "[3]",
            1 if arrays => "[2][1]",
            _ => "",
        };
        let attributes = self.attributes(12);
        let _ = write!(text, "{ty} {name}{bound}{attributes}; ");
        members.push(Member { name, bits: None });
    }

    fn bit_field(&mut self, text: &mut String, members: &mut Vec<Member>) {
        let (ty, largest) = *self.random.pick(&INTEGERS);
        match self.random.below(8) {
            0 => {
                let _ = write!(text, "{ty} : 0; ");
            }
            1 => {
                let width = 1 + self.random.below(largest);
                let attributes = self.attributes(12);
                let _ = write!(text, "{ty} : {width}{attributes}; ");
            }
            _ => {
                let width = match self.random.below(4) {
                    0 => largest,
                    _ => 1 + self.random.below(largest),
                };
                let name = self.name();
                let attributes = self.attributes(12);
                let _ = write!(text, "{ty} {name} : {width}{attributes}; ");
                members.push(Member {
                    name,
                    bits: Some(width),
                });
            }
        }
    }

    fn record(&mut self, index: usize, earlier: &[Generated]) -> Generated {
        let keyword = if self.random.percent(75) {
            "struct"
        } else {
            "union"
        };
        let tag = format!("r{index}");
        let mut members = Vec::new();
        let attributes = self.attributes(20);
        let mut body = self.body(earlier, 0, &mut members);
        if keyword == "struct" && members.len() > 1 && index % 10 == 9 {
            let name = self.name();
            body.truncate(body.len() - 1);
            let _ = write!(body, "long long {name}[]; }}");
            members.push(Member { name, bits: None });
        }
        let mut text = format!("{keyword}{attributes} {tag} {body};\n");
        if self.random.percent(20) {
            let pack = 1 << self.random.below(5);
            text = format!("#pragma pack(push, {pack})\n{text}#pragma pack(pop)\n");
        }
        Generated {
            keyword,
            tag,
            text,
            members,
        }
    }
}

fn generate() -> Vec<Generated> {
    let mut generator = Generator {
        random: Random(0x9e37_79b9_7f4a_7c15),
        next: 0,
    };
    let mut records: Vec<Generated> = Vec::new();
    for index in 0..RECORDS {
        // Those that end in an open array stay outermost.
        let record = generator.record(index, &records[..index - index % 10]);
        records.push(record);
    }
    records
}

fn declarations(records: &[Generated]) -> String {
    let mut text = PROLOGUE.to_owned();
    records.iter().for_each(|record| text += &record.text);
    text
}

/// One line per record, as gcc has it.
fn by_gcc(folder: &Path, flag: &str, records: &[Generated]) -> Vec<String> {
    let mut text = format!(
        "#include <stdio.h>\n#include <string.h>\n{}",
        declarations(records)
    );
    text += "static void bytes(const void *p, size_t n) { const unsigned char *c = p;
        putchar(' '); while (n--) printf(\"%02x\", *c++); }\nint main(void) {\n";
    for record in records {
        let ty = format!("{} {}", record.keyword, record.tag);
        let _ = writeln!(
            text,
            "{{ {ty} v; printf(\"{} %d %d\", (int)sizeof v, (int)_Alignof({ty}));",
            record.tag
        );
        for member in &record.members {
            let name = &member.name;
            let _ = match member.bits {
                None => writeln!(
                    text,
                    "printf(\" %d\", (int)__builtin_offsetof({ty}, {name}));"
                ),
                Some(_) => writeln!(
                    text,
                    "memset(&v, 0, sizeof v); v.{name} = -1; bytes(&v, sizeof v);"
                ),
            };
        }
        text += "printf(\"\\n\"); }\n";
    }
    text += "return 0; }\n";
    let source = folder.join(format!("random{flag}.c"));
    let program = folder.join(format!("random{flag}"));
    std::fs::write(&source, text).expect("the test folder is writable");
    let compiled = Command::new("gcc")
        .args([flag, "-O0", "-w", "-std=gnu11", "-o"])
        .arg(&program)
        .arg(&source)
        .output()
        .expect("gcc runs");
    let messages = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "gcc {flag}: {messages}");
    let output = Command::new(&program).output().expect("the program runs");
    let lines = String::from_utf8(output.stdout).expect("numbers");
    lines.lines().map(str::to_owned).collect()
}

/// Bits from the start of the record to a member, through nameless members.
fn find(layouts: &Layouts<'_>, unit: &Unit, id: RecordId, name: &str) -> Option<u64> {
    let layout = layouts.record(id)?;
    let fields = unit.record(id).fields.as_ref()?;
    fields.iter().zip(&layout.offsets).find_map(|(field, at)| {
        if &*field.name == name {
            return Some(at.bits);
        }
        match field.ty {
            Type::Record(inner) if field.name.is_empty() => {
                Some(at.bits + find(layouts, unit, inner, name)?)
            }
            _ => None,
        }
    })
}

/// The layout that invar computes.
fn by_us(unit: &Unit, data_model: DataModel, record: &Generated) -> String {
    let index = unit
        .records
        .iter()
        .position(|known| *known.tag == *record.tag);
    let id = RecordId(index.expect("a record of the tag") as u32);
    let layouts = Layouts::new(unit, data_model);
    let Some(layout) = layouts.record(id) else {
        return format!("{} has no layout", record.tag);
    };
    let mut line = format!("{} {} {}", record.tag, layout.size, layout.align);
    for member in &record.members {
        let at = find(&layouts, unit, id, &member.name).expect("a member of the name");
        match member.bits {
            None => {
                assert_eq!(at % 8, 0);
                let _ = write!(line, " {}", at / 8);
            }
            Some(width) => {
                let mut bytes = vec![0_u8; layout.size as usize];
                (at..at + width).for_each(|bit| bytes[bit as usize / 8] |= 1 << (bit % 8));
                line.push(' ');
                bytes.iter().for_each(|byte| {
                    let _ = write!(line, "{byte:02x}");
                });
            }
        }
    }
    line
}

fn agreed(flag: &str, data_model: DataModel) -> usize {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let records = generate();
    let expected = by_gcc(&folder, flag, &records);
    assert_eq!(expected.len(), RECORDS);
    let source = folder.join(format!("random-{data_model}.c"));
    std::fs::write(&source, declarations(&records)).expect("the test folder is writable");
    let unit = parse(&source, &ParseOptions::new(data_model)).expect("clang takes it");
    let mut agreed = 0;
    for (record, expected) in records.iter().zip(&expected) {
        let ours = by_us(&unit, data_model, record);
        if ours == *expected {
            agreed += 1;
        } else {
            eprintln!("{}gcc {expected}\nwe  {ours}\n", record.text);
        }
    }
    agreed
}

#[test]
fn random_records_are_laid_out_as_gcc_does_on_i386() {
    assert_eq!(agreed("-m32", DataModel::Ilp32), RECORDS);
}

#[test]
fn random_records_are_laid_out_as_gcc_does_on_x86_64() {
    assert_eq!(agreed("-m64", DataModel::Lp64), RECORDS);
}
