//! The layouts that clang computes and prints, read once for a file.

use super::ParseOptions;
use super::node::Node;
use super::position::Place;
use super::process::{Clang, Product};
use crate::ast::RecordId;
use crate::ast::layout::RecordLayout;
use crate::diagnostic::Diagnostic;
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};

/// Asks clang for the layouts of a file, once.
pub(super) enum Source {
    Nothing,
    File {
        definitions: String,
        file: PathBuf,
        options: Box<ParseOptions>,
    },
    Read(Result<Layouts, Diagnostic>),
}

impl Source {
    /// The layouts of a file that is read after definitions.
    pub(super) fn new(definitions: String, file: &Path, options: &ParseOptions) -> Source {
        Source::File {
            definitions,
            file: file.to_owned(),
            options: Box::new(options.clone()),
        }
    }

    pub(super) fn layouts(&mut self) -> Result<&Layouts, Diagnostic> {
        if let Source::File {
            definitions,
            file,
            options,
        } = self
        {
            let definitions = std::mem::take(definitions);
            *self = Source::Read(read(definitions, file, options));
        }
        match self {
            Source::Read(layouts) => layouts.as_ref().map_err(Clone::clone),
            _ => Err(Diagnostic::new("layouts of nothing")),
        }
    }
}

fn read(definitions: String, file: &Path, options: &ParseOptions) -> Result<Layouts, Diagnostic> {
    let mut clang = Clang::start_for(Product::Layouts, file, definitions, options)?;
    let printed = clang.plain_output();
    clang.finish()?;
    Ok(Layouts::parse(&String::from_utf8_lossy(&printed)))
}

/// A layout as clang prints it, in bits.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Printed {
    pub(super) size: u64,
    align: u64,
    offsets: Vec<u64>,
}

/// The layouts that a file needs, by `struct tag`, or by `struct @file:line:column` where there is no tag.
#[derive(Default, Debug)]
pub(super) struct Layouts(pub(super) FxHashMap<String, Vec<Printed>>);

impl Layouts {
    /// Reads what clang prints.
    fn parse(text: &str) -> Layouts {
        let mut layouts = Layouts::default();
        let mut current: Option<&mut Printed> = None;
        for line in text.lines().map(str::trim) {
            if let Some(name) = line.strip_prefix("Type: ") {
                let named = layouts.0.entry(key(name)).or_default();
                named.push(Printed::default());
                current = named.last_mut();
            } else if line.starts_with("***") {
                current = None;
            } else if let Some(layout) = &mut current {
                layout.take(line);
            }
        }
        layouts
    }

    /// Whether clang has another layout than this one under all of the names for which it has any.
    pub(super) fn contradict(&self, names: &[String], ours: &RecordLayout) -> bool {
        let mut printed = names
            .iter()
            .filter_map(|name| self.0.get(name))
            .flatten()
            .peekable();
        printed.peek().is_some() && !printed.any(|printed| printed.is(ours))
    }
}

impl Printed {
    fn is(&self, ours: &RecordLayout) -> bool {
        let bits = |bytes: u64| bytes.checked_mul(8);
        Some(self.size) == bits(ours.size)
            && Some(self.align) == bits(ours.align)
            && self
                .offsets
                .iter()
                .copied()
                .eq(ours.offsets.iter().map(|offset| offset.bits))
    }

    /// Takes a line such as `Size:64` or `FieldOffsets: [0, 32]>`.
    fn take(&mut self, line: &str) {
        let Some((what, value)) = line.split_once(':') else {
            return;
        };
        match what {
            "Size" => self.size = value.parse().unwrap_or_default(),
            "Alignment" => self.align = value.parse().unwrap_or_default(),
            "FieldOffsets" => {
                let list = value.trim().trim_start_matches('[');
                let list = list.trim_end_matches(['>', ']']);
                self.offsets = list
                    .split(", ")
                    .filter_map(|bits| bits.parse().ok())
                    .collect();
            }
            _ => {}
        }
    }
}

/// `struct tag` of a printed type; `struct outer::(unnamed at file:1:2)` has its place instead.
pub(super) fn key(printed: &str) -> String {
    let (keyword, name) = printed.split_once(' ').unwrap_or_default();
    match name.rsplit_once(" at ").filter(|_| name.ends_with(')')) {
        Some((_, place)) => format!("{keyword} @{}", place.trim_end_matches(')')),
        None => format!("{keyword} {}", name.rsplit("::").next().unwrap_or(name)),
    }
}

/// A struct or union whose members the dump shows, with the names that clang may print for it.
pub(super) struct Shown {
    pub(super) id: RecordId,
    pub(super) names: Vec<String>,
    pub(super) is_in_system_header: bool,
}

impl Shown {
    pub(super) fn new(id: RecordId, node: &Node) -> Shown {
        let keyword = node.word.as_deref().unwrap_or("struct");
        let place = node.rare.as_ref().and_then(|rare| rare.place.as_ref());
        let names = match node.name.as_deref().filter(|tag| !tag.is_empty()) {
            Some(tag) => vec![format!("{keyword} {tag}")],
            None => {
                let spellings = place.map(|place| place.spellings()).unwrap_or_default();
                let spellings = spellings.iter();
                spellings
                    .map(|place| format!("{keyword} @{place}"))
                    .collect()
            }
        };
        Shown {
            id,
            names,
            is_in_system_header: place.is_some_and(Place::is_in_system_header),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Layouts, Printed, key};
    use crate::ast::layout::{FieldOffset, RecordLayout};

    #[test]
    fn a_layout_is_read_in_bits() {
        let text = "\n*** Dumping AST Record Layout\nType: struct s\n\nLayout: <ASTRecordLayout\n  Size:64\n  \
                    DataSize:64\n  Alignment:32\n  FieldOffsets: [0, 35]>\n";
        let layouts = Layouts::parse(text);
        let expected = Printed {
            size: 64,
            align: 32,
            offsets: vec![0, 35],
        };
        assert_eq!(layouts.0["struct s"], [expected]);
        let layout = |second| RecordLayout {
            size: 8,
            align: 4,
            offsets: [0, second].map(|bits| FieldOffset { bits }).into(),
        };
        let contradict = |tag: &str, second| layouts.contradict(&[tag.to_owned()], &layout(second));
        assert!(contradict("struct s", 32));
        assert!(!contradict("struct s", 35));
        assert!(!contradict("struct unused", 32));
    }

    #[test]
    fn records_without_a_tag_have_a_place() {
        for (printed, expected) in [
            ("struct s", "struct s"),
            ("union p::(unnamed at a.c:3:59)", "union @a.c:3:59"),
            (
                "struct (anonymous struct at b (1).c:4:5)",
                "struct @b (1).c:4:5",
            ),
            ("struct outer::inner", "struct inner"),
        ] {
            assert_eq!(key(printed), expected);
        }
    }
}
