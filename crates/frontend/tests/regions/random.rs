//! Random programs whose accesses are known byte by byte, because they are executed while they
//! are written. Two accesses of the same byte must be in the same part of the same node.

use super::support::unit;
use invar_cfa::DataModel;
use invar_frontend::ast::{CastKind, Expr, ExprKind, FunId, Statement, StatementKind, Unit};
use invar_frontend::clang::with_large_stack;
use invar_frontend::regions::{Content, Object, Regions};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

const TYPES: &str = "
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
const B: i64 = 4;
const E: i64 = 16;
const NEXT: i64 = 40;
const P: i64 = 48;
const W: i64 = 56;
const U: i64 = 64;
const LAST: i64 = 68;
const SIZE: i64 = 80;

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    fn within(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as usize) as i64
    }
}

/// What a pointer was made as.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Sort {
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
    fn size(self) -> i64 {
        match self {
            Sort::Int => 4,
            Sort::Struct => SIZE,
            Sort::Inner => 12,
            Sort::Short => 2,
            Sort::Char => 1,
        }
    }

    fn text(self) -> &'static str {
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
struct Pointer {
    object: usize,
    at: i64,
    low: i64,
    high: i64,
}

/// One access: where in the text, and which bytes.
struct Access {
    line: u32,
    object: usize,
    at: i64,
    size: i64,
}

/// A program that is executed while it is written.
struct Writer<'a> {
    random: &'a mut Random,
    number: usize,
    text: &'a mut String,
    line: &'a mut u32,
    /// Names of the objects; of heap objects, `@` and the line of the call.
    objects: Vec<String>,
    /// Pointers in memory, by object and offset.
    memory: BTreeMap<(usize, i64), Pointer>,
    accesses: Vec<Access>,
    /// Kinds of statements that this program uses.
    allowed: Vec<usize>,
}

impl Writer<'_> {
    fn say(&mut self, text: &str) {
        let _ = writeln!(self.text, "{text}");
        *self.line += 1;
    }

    fn name(&self, base: &str) -> String {
        format!("{base}_{}", self.number)
    }

    fn object(&self, base: &str) -> usize {
        let name = self.name(base);
        let found = self.objects.iter().position(|object| *object == name);
        found.expect("every variable is declared")
    }

    /// A pointer variable that holds something, with its contents.
    fn pointer(&mut self, sort: Sort) -> Option<(String, Pointer)> {
        let i = self.random.below(3);
        let base = format!("{sort:?}{i}");
        let value = *self.memory.get(&(self.object(&base), 0))?;
        Some((self.name(&base), value))
    }

    fn access(&mut self, pointer: Pointer, by: i64, size: i64) {
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
    fn step(&mut self, pointer: Pointer, sort: Sort) -> i64 {
        let size = sort.size();
        let (low, high) = (
            (pointer.low - pointer.at) / size,
            (pointer.high - pointer.at) / size - 1,
        );
        match high < low {
            true => 0,
            false => self.random.within(low, high),
        }
    }

    /// A whole variable as a struct, by its name.
    fn whole(&mut self) -> (String, Pointer) {
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
    fn base(&mut self) -> Option<(String, Pointer)> {
        if self.random.below(2) == 0 {
            let (text, pointer) = self.whole();
            return Some((format!("{text}."), pointer));
        }
        let (text, pointer) = self.pointer(Sort::Struct)?;
        Some((format!("{text}->"), pointer))
    }

    /// A pointer value: its text, its value, and whether it reads a pointer from memory.
    fn value(&mut self, sort: Sort) -> Option<(String, Pointer)> {
        let kind = self.random.below(10);
        if !self.allowed.contains(&(20 + kind)) {
            return None;
        }
        let field = |pointer: Pointer, low: i64, length: i64, at: i64| Pointer {
            object: pointer.object,
            at: pointer.at + low + at,
            low: pointer.at + low,
            high: pointer.at + low + length,
        };
        match (kind, sort) {
            (0, _) => self.pointer(sort),
            (1, _) => {
                let (text, pointer) = self.pointer(sort)?;
                let k = self.step(pointer, sort);
                let at = pointer.at + k * sort.size();
                let vague = if self.random.below(2) == 0 {
                    ""
                } else {
                    "zero + "
                };
                Some((format!("{text} + ({vague}{k})"), Pointer { at, ..pointer }))
            }
            (2, Sort::Int) => {
                let (text, pointer) = self.base()?;
                Some((format!("&{text}a"), field(pointer, 0, 4, 0)))
            }
            (3, Sort::Int) => {
                let (text, pointer) = self.base()?;
                let k = self.random.within(0, 2);
                Some((format!("{text}b + {k}"), field(pointer, B, 12, 4 * k)))
            }
            (4, Sort::Int) => {
                let (text, pointer) = self.base()?;
                let k = self.random.within(0, 1);
                Some((format!("&{text}last[{k}]"), field(pointer, LAST, 8, 4 * k)))
            }
            (5, Sort::Int) => {
                let object = self.object("ints");
                let k = self.random.within(0, 5);
                let pointer = Pointer {
                    object,
                    at: 4 * k,
                    low: 0,
                    high: 24,
                };
                Some((format!("{} + {k}", self.name("ints")), pointer))
            }
            (6, Sort::Int) => {
                let (text, pointer) = self.base()?;
                let k = self.random.within(0, 1);
                let at = E + 12 * k + 8;
                Some((format!("&{text}e[{k}].k"), field(pointer, at, 4, 0)))
            }
            (7, Sort::Int) => {
                // All leading integers of a struct through a pointer to the struct.
                let (text, pointer) = self.pointer(Sort::Struct)?;
                Some((format!("(int *)(void *){text}"), field(pointer, 0, 16, 0)))
            }
            (8, Sort::Int | Sort::Struct) | (9, Sort::Char) => {
                let count = self.random.within(1, 3);
                let bytes = sort.size() * count;
                self.objects.push(format!("@{}", *self.line));
                let pointer = Pointer {
                    object: self.objects.len() - 1,
                    at: 0,
                    low: 0,
                    high: bytes,
                };
                Some((format!("({} *)malloc({bytes})", sort.text()), pointer))
            }
            (9, Sort::Int | Sort::Struct) => {
                let (text, pointer) = self.base()?;
                let (name, at) = match sort {
                    Sort::Int => ("p", P),
                    _ => ("next", NEXT),
                };
                let value = *self.memory.get(&(pointer.object, pointer.at + at))?;
                self.access(pointer, at, 8);
                Some((format!("{text}{name}"), value))
            }
            (2 | 3, Sort::Struct) => {
                let (text, pointer) = self.whole();
                Some((format!("&{text}"), pointer))
            }
            (4, Sort::Struct) => {
                // From an inner struct to the struct around it.
                let (text, pointer) = self.pointer(Sort::Inner)?;
                let k = (pointer.at - pointer.low) / 12;
                let at = pointer.low - E;
                let around = Pointer {
                    object: pointer.object,
                    at,
                    low: at,
                    high: at + SIZE,
                };
                let back = E + 12 * k;
                Some((format!("(struct s *)((char *){text} - {back})"), around))
            }
            (5, Sort::Struct) => {
                let (text, pointer) = self.pointer(Sort::Struct)?;
                Some((format!("(struct s *)(unsigned long){text}"), pointer))
            }
            (_, Sort::Inner) => {
                let (text, pointer) = self.base()?;
                let k = self.random.within(0, 1);
                Some((format!("&{text}e[{k}]"), field(pointer, E, 24, 12 * k)))
            }
            (_, Sort::Short) => {
                let (text, pointer) = self.pointer(Sort::Inner)?;
                let k = self.random.within(0, 1);
                Some((format!("{text}->h + {k}"), field(pointer, 2, 4, 2 * k)))
            }
            (2, Sort::Char) => {
                let (text, pointer) = self.pointer(Sort::Int)?;
                Some((format!("(char *){text}"), pointer))
            }
            (3, Sort::Char) => {
                let (text, pointer) = self.pointer(Sort::Struct)?;
                let k = self.random.within(0, SIZE - 1);
                Some((format!("(char *){text} + {k}"), field(pointer, 0, SIZE, k)))
            }
            (4, Sort::Char) => {
                let (text, pointer) = self.base()?;
                Some((format!("{text}u.bytes"), field(pointer, U, 4, 0)))
            }
            (5, Sort::Char) => {
                let (text, pointer) = self.pointer(Sort::Inner)?;
                Some((format!("&{text}->c"), field(pointer, 0, 1, 0)))
            }
            _ => None,
        }
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
fn write_program(
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

/// The objects that are assigned or read on each line of a function.
fn designated<'u>(unit: &'u Unit, main: FunId) -> HashMap<u32, Vec<&'u Expr>> {
    fn visit_expr<'u>(expr: &'u Expr, into: &mut HashMap<u32, Vec<&'u Expr>>) {
        let line = expr.span.map_or(0, |span| span.line);
        match &expr.kind {
            ExprKind::Assign { target, value, .. } => {
                into.entry(line).or_default().push(target);
                visit_expr(value, into);
            }
            ExprKind::Cast(CastKind::LValueToRValue, object) => {
                into.entry(line).or_default().push(object);
            }
            ExprKind::Cast(_, inner) => visit_expr(inner, into),
            _ => {}
        }
    }
    fn visit<'u>(statement: &'u Statement, into: &mut HashMap<u32, Vec<&'u Expr>>) {
        match &statement.kind {
            StatementKind::Compound(list) => list.iter().for_each(|each| visit(each, into)),
            StatementKind::Expression(expr) => visit_expr(expr, into),
            _ => {}
        }
    }
    let mut found = HashMap::new();
    if let Some(body) = &unit.function(main).body {
        visit(body, &mut found);
    }
    found
}

fn is_member(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Member { .. } | ExprKind::Index { .. } | ExprKind::Unary(..)
    )
}

#[test]
fn accesses_of_one_byte_meet_in_one_part() {
    let count = std::env::var("INVAR_PROGRAMS").ok();
    let count: usize = count.and_then(|n| n.parse().ok()).unwrap_or(200);
    let seed = std::env::var("INVAR_SEED")
        .ok()
        .and_then(|n| n.parse().ok());
    let mut random = Random(seed.unwrap_or(0x9e37_79b9_7f4a_7c15));
    let mut text = String::from(TYPES);
    let mut line = text.lines().count() as u32 + 1;
    let programs: Vec<_> = (0..count)
        .map(|i| write_program(&mut random, i, &mut text, &mut line))
        .collect();
    with_large_stack(|| {
        let unit = unit(&text, DataModel::Lp64);
        let (mut pairs, mut typed) = (0, 0);
        for (i, (objects, accesses)) in programs.iter().enumerate() {
            let (met, scalars) = check(&unit, i, objects, accesses, &text);
            pairs += met;
            typed += scalars;
        }
        println!("{pairs} pairs of accesses met, {typed} accesses are typed");
        assert!(
            pairs > 10 * count && typed > count,
            "the programs test something"
        );
    });
}

fn check(
    unit: &Unit,
    number: usize,
    objects: &[String],
    accesses: &[Access],
    text: &str,
) -> (usize, usize) {
    let name = format!("main_{number}");
    let position = unit.functions.iter().position(|f| *f.name == *name);
    let main = FunId(position.expect("every program has its function") as u32);
    let regions = Regions::analyse(unit, DataModel::Lp64, main);
    let lines = designated(unit, main);
    let program = || {
        let start = text.find(&format!("struct s g0_{number};"));
        let end = text.find(&format!("struct s g0_{};", number + 1));
        text[start.unwrap_or(0)..end.unwrap_or(text.len())].to_owned()
    };
    let mut typed = 0;
    let mut bytes: BTreeMap<(usize, i64), Vec<(u32, invar_frontend::regions::PartId, i64)>> =
        BTreeMap::new();
    for access in accesses {
        let Some(candidates) = lines.get(&access.line) else {
            panic!("nothing on line {} of\n{}", access.line, program());
        };
        let object = candidates.iter().find(|expr| is_member(expr));
        let object = object.expect("an access of memory is on its line");
        let context = || {
            format!(
                "line {} of\n{}\n{}",
                access.line,
                program(),
                regions.listing()
            )
        };
        let cell = regions.place(object);
        let cell = cell.unwrap_or_else(|| panic!("no place: {}", context()));
        let node = regions.node(cell.node);
        let wanted = &objects[access.object];
        let has_object = node.objects.iter().any(|(object, _)| match object {
            Object::Variable(id) => *unit.variable(*id).name == **wanted,
            Object::Heap(_) => wanted.starts_with('@'),
            _ => false,
        });
        assert!(has_object, "{wanted} is missing: {}", context());
        for i in 0..access.size {
            let here = regions.moved(cell, i);
            let part = regions.part(here);
            let part = part.unwrap_or_else(|| panic!("no part: {}", context()));
            if let Content::Scalar(_) = part.content {
                assert_eq!(part.offset, cell.offset, "not the start: {}", context());
                assert_eq!(part.size as i64, access.size, "not all: {}", context());
                typed += usize::from(i == 0);
            }
            bytes
                .entry((access.object, access.at + i))
                .or_default()
                .push((access.line, part.id, here.offset));
        }
    }
    let mut pairs = 0;
    for ((object, at), met) in &bytes {
        for pair in met.windows(2) {
            let (a, b) = (&pair[0], &pair[1]);
            assert!(
                a.1 == b.1 && a.2 == b.2,
                "byte {at} of {}: line {} at {:?} {}, line {} at {:?} {}\n{}\n{}",
                objects[*object],
                a.0,
                a.1,
                a.2,
                b.0,
                b.1,
                b.2,
                program(),
                regions.listing()
            );
            pairs += usize::from(a.0 != b.0);
        }
    }
    (pairs, typed)
}
