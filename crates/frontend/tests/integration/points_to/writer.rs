//! Writes random programs and executes them at once, so that every access is known.

use std::collections::BTreeMap;
use std::fmt::Write;

/// What all programs share.
pub const TYPES: &str = "
void *malloc(unsigned long);
void *memcpy(void *, const void *, unsigned long);
struct in { char c; short h[2]; int k; };
struct s {
  int a; int b[3]; struct in e[2]; struct s *next; int *p; long w;
  union { int i; float f; char bytes[4]; } u; int last[2];
};
int zero;
";

/// Offsets in `struct s`, checked against the analysis by use.
pub const B: i64 = 4;
pub const E: i64 = 16;
pub const NEXT: i64 = 40;
pub const P: i64 = 48;
pub const W: i64 = 56;
pub const U: i64 = 64;
pub const LAST: i64 = 68;
pub const SIZE: i64 = 80;

/// A fixed sequence of numbers (Marsaglia 2003).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    pub fn within(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as usize) as i64
    }
}

/// What a pointer was made as.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sort {
    Int,
    Struct,
    Inner,
    Short,
    Char,
}

const SORTS: [Sort; 5] = [
    Sort::Int,
    Sort::Struct,
    Sort::Inner,
    Sort::Short,
    Sort::Char,
];

impl Sort {
    pub fn size(self) -> i64 {
        match self {
            Sort::Int => 4,
            Sort::Struct => SIZE,
            Sort::Inner => 12,
            Sort::Short => 2,
            Sort::Char => 1,
        }
    }

    pub fn text(self) -> &'static str {
        match self {
            Sort::Int => "int",
            Sort::Struct => "struct s",
            Sort::Inner => "struct in",
            Sort::Short => "short",
            Sort::Char => "char",
        }
    }
}

/// An address with the bytes that it may be moved in, and where its struct starts, if it has one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pointer {
    pub object: usize,
    pub at: i64,
    pub low: i64,
    pub high: i64,
}

/// One access: where in the text, and which bytes.
pub struct Access {
    pub line: u32,
    pub object: usize,
    pub at: i64,
    pub size: i64,
}

/// A program that is executed while it is written.
pub struct Writer<'a> {
    pub random: &'a mut Random,
    pub number: usize,
    pub text: &'a mut String,
    pub line: &'a mut u32,
    /// Names of the objects; of heap objects, `@` and the line of the call.
    pub objects: Vec<String>,
    /// Pointers in memory, by object and offset.
    pub memory: BTreeMap<(usize, i64), Pointer>,
    pub accesses: Vec<Access>,
    /// Kinds of statements that this program uses.
    pub allowed: Vec<usize>,
}

impl Writer<'_> {
    fn say(&mut self, text: &str) {
        let _ = writeln!(self.text, "{text}");
        *self.line += 1;
    }

    pub fn name(&self, base: &str) -> String {
        format!("{base}_{}", self.number)
    }

    pub fn object(&self, base: &str) -> usize {
        let name = self.name(base);
        let found = self.objects.iter().position(|object| *object == name);
        found.expect("every variable is declared")
    }

    /// A pointer variable that holds something, with its contents.
    pub fn pointer(&mut self, sort: Sort) -> Option<(String, Pointer)> {
        let i = self.random.below(3);
        let base = format!("{sort:?}{i}");
        let value = *self.memory.get(&(self.object(&base), 0))?;
        Some((self.name(&base), value))
    }

    pub fn access(&mut self, pointer: Pointer, by: i64, size: i64) {
        let at = pointer.at + by;
        // Writing over a pointer's bytes destroys it.
        if size != 8 {
            self.memory
                .retain(|(o, a), _| *o != pointer.object || a + 8 <= at || at + size <= *a);
        }
        self.accesses.push(Access {
            line: *self.line,
            object: pointer.object,
            at,
            size,
        });
    }

    /// Some elements further, as many as the bounds allow.
    pub fn step(&mut self, pointer: Pointer, sort: Sort) -> i64 {
        let size = sort.size();
        let (low, high) = (
            (pointer.low - pointer.at) / size,
            (pointer.high - pointer.at) / size - 1,
        );
        if high < low {
            0
        } else {
            self.random.within(low, high)
        }
    }

    /// A whole variable as a struct, by its name.
    pub fn whole(&mut self) -> (String, Pointer) {
        let pick = self.random.below(4);
        let (text, base, at, high) = match pick {
            0 => (self.name("g0"), "g0", 0, SIZE),
            1 => (self.name("g1"), "g1", 0, SIZE),
            _ => {
                let k = self.random.within(0, 2);
                (
                    format!("{}[{k}]", self.name("arr")),
                    "arr",
                    k * SIZE,
                    3 * SIZE,
                )
            }
        };
        let object = self.object(base);
        let low = at % SIZE;
        (
            text,
            Pointer {
                object,
                at,
                low,
                high,
            },
        )
    }

    /// An expression for a struct and its address: a variable or behind a pointer.
    pub fn base(&mut self) -> Option<(String, Pointer)> {
        if self.random.below(2) == 0 {
            let (text, pointer) = self.whole();
            return Some((format!("{text}."), pointer));
        }
        let (text, pointer) = self.pointer(Sort::Struct)?;
        Some((format!("{text}->"), pointer))
    }

    fn statement(&mut self) {
        let kind = self.random.below(12);
        if self.allowed.contains(&kind) {
            let _ = self.try_statement(kind);
        }
    }

    fn try_statement(&mut self, kind: usize) -> Option<()> {
        match kind {
            0..=3 => {
                let sort = SORTS[self.random.below(5)];
                let i = self.random.below(3);
                let base = format!("{sort:?}{i}");
                let (text, value) = self.value(sort)?;
                let target = self.object(&base);
                self.memory.insert((target, 0), value);
                let name = self.name(&base);
                self.say(&format!("{name} = {text};"));
            }
            4 | 5 => {
                let sort = [Sort::Int, Sort::Short, Sort::Char][self.random.below(3)];
                let (text, pointer) = self.pointer(sort)?;
                let k = self.step(pointer, sort);
                self.access(pointer, k * sort.size(), sort.size());
                let vague = if self.random.below(2) == 0 {
                    ""
                } else {
                    "zero + "
                };
                self.say(&format!("{text}[{vague}{k}] = 1;"));
            }
            6 | 7 => {
                let (text, pointer) = self.base()?;
                let j = self.random.within(0, 1);
                let (name, at, size) = match self.random.below(9) {
                    0 => ("a".to_owned(), 0, 4),
                    1 => (format!("b[{j}]"), B + 4 * j, 4),
                    2 => (format!("e[{j}].k"), E + 12 * j + 8, 4),
                    3 => (format!("e[{j}].h[zero + {j}]"), E + 12 * j + 2 + 2 * j, 2),
                    4 => ("w".to_owned(), W, 8),
                    5 => ("u.i".to_owned(), U, 4),
                    6 => ("u.f".to_owned(), U, 4),
                    7 => (format!("u.bytes[{j}]"), U + j, 1),
                    _ => (format!("last[{j}]"), LAST + 4 * j, 4),
                };
                self.access(pointer, at, size);
                self.say(&format!("{text}{name} = 1;"));
            }
            8 => {
                let (text, pointer) = self.base()?;
                let sort = [Sort::Int, Sort::Struct][self.random.below(2)];
                let (value, target) = self.pointer(sort)?;
                let (name, at) = match sort {
                    Sort::Int => ("p", P),
                    _ => ("next", NEXT),
                };
                self.access(pointer, at, 8);
                self.memory
                    .insert((pointer.object, pointer.at + at), target);
                self.say(&format!("{text}{name} = {value};"));
            }
            9 => {
                let (to, a) = self.pointer(Sort::Struct)?;
                let (from, b) = self.pointer(Sort::Struct)?;
                for at in [NEXT, P] {
                    match self.memory.get(&(b.object, b.at + at)).copied() {
                        Some(value) => self.memory.insert((a.object, a.at + at), value),
                        None => self.memory.remove(&(a.object, a.at + at)),
                    };
                }
                match self.random.below(2) {
                    0 => self.say(&format!("*{to} = *{from};")),
                    _ => self.say(&format!("memcpy({to}, {from}, {SIZE});")),
                }
            }
            10 => {
                let (text, pointer) = self.pointer(Sort::Inner)?;
                let (name, at, size) = match self.random.below(3) {
                    0 => ("c", 0, 1),
                    1 => ("h[1]", 4, 2),
                    _ => ("k", 8, 4),
                };
                self.access(pointer, at, size);
                self.say(&format!("{text}->{name} = 1;"));
            }
            _ => {
                // A pointer variable through a pointer to it.
                let sort = SORTS[self.random.below(5)];
                let i = self.random.below(3);
                let base = format!("{sort:?}{i}");
                let (text, value) = self.pointer(sort)?;
                let target = self.object(&base);
                self.memory.insert((target, 0), value);
                let name = self.name(&base);
                self.say(&format!(
                    "{{ {} **q = &{name}; *q = {text}; }}",
                    sort.text()
                ));
            }
        }
        Some(())
    }
}

/// Writes one program; the names of its objects and its accesses.
pub fn write_program(
    random: &mut Random,
    number: usize,
    text: &mut String,
    line: &mut u32,
) -> (Vec<String>, Vec<Access>) {
    let mut allowed: Vec<usize> = Vec::new();
    let density = 3 + random.below(7);
    for kind in (0..12).chain(20..30) {
        if random.below(10) < density || kind == 0 || kind == 6 || kind == 22 {
            allowed.push(kind);
        }
    }
    let mut writer = Writer {
        random,
        number,
        text,
        line,
        objects: Vec::new(),
        memory: BTreeMap::new(),
        accesses: Vec::new(),
        allowed,
    };
    for (ty, name, rest) in [
        ("struct s", "g0", ""),
        ("struct s", "g1", ""),
        ("struct s", "arr", "[3]"),
        ("int", "ints", "[6]"),
    ] {
        let name = writer.name(name);
        writer.say(&format!("{ty} {name}{rest};"));
        writer.objects.push(name);
    }
    for sort in SORTS {
        for i in 0..3 {
            let name = writer.name(&format!("{sort:?}{i}"));
            writer.say(&format!("{} *{name};", sort.text()));
            writer.objects.push(name);
        }
    }
    writer.say(&format!("void main_{number}(void) {{"));
    let last = *writer.line + 60;
    for _ in 0..600 {
        if *writer.line < last {
            writer.statement();
        }
    }
    writer.say("}");
    (writer.objects, writer.accesses)
}
