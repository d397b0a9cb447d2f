//! The folder of definitions, split into its parts.

use super::{FILE_PREFIX, MODEL_PREFIX};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// The files; helpers come before what uses them.
const FILES: [(&str, &str); 19] = [
    ("shared.c", include_str!("../../models/shared.c")),
    ("copy.c", include_str!("../../models/copy.c")),
    ("compare.c", include_str!("../../models/compare.c")),
    ("search.c", include_str!("../../models/search.c")),
    ("convert.c", include_str!("../../models/convert.c")),
    ("ctype.c", include_str!("../../models/ctype.c")),
    (
        "ctype_tables.c",
        include_str!("../../models/ctype_tables.c"),
    ),
    ("stdlib.c", include_str!("../../models/stdlib.c")),
    ("stdio.c", include_str!("../../models/stdio.c")),
    ("bits.c", include_str!("../../models/bits.c")),
    ("overflow.c", include_str!("../../models/overflow.c")),
    ("format.c", include_str!("../../models/format.c")),
    ("scan.c", include_str!("../../models/scan.c")),
    ("math.c", include_str!("../../models/math.c")),
    ("time.c", include_str!("../../models/time.c")),
    ("files.c", include_str!("../../models/files.c")),
    ("socket.c", include_str!("../../models/socket.c")),
    ("options.c", include_str!("../../models/options.c")),
    ("complex.c", include_str!("../../models/complex.c")),
];

/// Files with models of functions that allocate in glibc: buffers of streams, what is sorted, what runs at the end.
const ALLOCATING: [&str; 4] = ["stdlib.c", "stdio.c", "format.c", "scan.c"];

/// Whether functions of a file of models may call `malloc` in glibc.
pub(super) fn allocates(path: &str) -> bool {
    let file = path.strip_prefix(FILE_PREFIX);
    file.is_some_and(|file| ALLOCATING.contains(&file))
}

/// A definition with its place.
struct Part {
    file: &'static str,
    line: usize,
    text: &'static str,
    /// The helpers it names.
    needs: Vec<&'static str>,
}

/// All parts.
struct Library {
    parts: Vec<Part>,
    /// Helpers by name; the numbers follow the order of the files.
    helpers: BTreeMap<&'static str, usize>,
    /// Models by the names of the functions they define: the part and its own name.
    models: BTreeMap<&'static str, (usize, &'static str)>,
}

fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let mut library = Library {
            parts: Vec::new(),
            helpers: BTreeMap::new(),
            models: BTreeMap::new(),
        };
        for (file, text) in FILES {
            library.read(file, text);
        }
        library
    })
}

impl Library {
    fn read(&mut self, file: &'static str, text: &'static str) {
        let mut line = 1;
        let mut rest = text;
        // What precedes the first part is a comment.
        while let Some(start) = start_of_part(rest) {
            line += rest[..start].matches('\n').count();
            let part = &rest[start..];
            let (head, body) = part.split_once('\n').unwrap_or((part, ""));
            let end = start_of_part(body).unwrap_or(body.len());
            self.part(file, line + 1, head, &body[..end]);
            line += 1;
            rest = body;
        }
    }

    fn part(&mut self, file: &'static str, line: usize, head: &'static str, text: &'static str) {
        let number = self.parts.len();
        let (kind, names) = head.split_once(": ").unwrap_or((head, ""));
        let mut names = names.split_whitespace();
        if kind == HELPER {
            self.helpers.extend(names.map(|name| (name, number)));
        } else if let Some(own) = names.next() {
            self.models.insert(own, (number, own));
            self.models.extend(names.map(|name| (name, (number, own))));
        }
        self.parts.push(Part {
            file,
            line,
            text,
            needs: helpers_in(text),
        });
    }

    /// The numbers of the helpers that parts need, directly or not.
    fn closure(&self, parts: impl Iterator<Item = usize>) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut todo: Vec<usize> = parts.collect();
        while let Some(part) = todo.pop() {
            for name in &self.parts[part].needs {
                if let Some(helper) = self.helpers.get(name)
                    && found.insert(*helper)
                {
                    todo.push(*helper);
                }
            }
        }
        found
    }
}

const HELPER: &str = "// helper";
const MODEL: &str = "// model";

fn start_of_part(text: &str) -> Option<usize> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let mark = line.split(": ").next();
        if mark == Some(HELPER) || mark == Some(MODEL) {
            return Some(at);
        }
        at += line.len();
    }
    None
}

/// The identifiers in a text that belong to this library and are no models.
fn helpers_in(text: &'static str) -> Vec<&'static str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.split(|c| !is_part(c))
        .filter(|word| word.starts_with("__invar_") || word.starts_with("__VERIFIER_"))
        .filter(|word| !word.starts_with(MODEL_PREFIX))
        .collect()
}

/// Whether a function has a model.
pub fn is_modelled(name: &str) -> bool {
    library().models.contains_key(name)
}

/// The functions that have a model, in order.
pub fn names() -> Vec<&'static str> {
    library().models.keys().copied().collect()
}

/// The definitions of functions, with the helpers they need before them. Each function is called
/// `__invar_model_NAME`. Names without a model are skipped.
pub fn definitions(names: &[&str]) -> String {
    let library = library();
    let wanted: BTreeMap<&str, (usize, &str)> = names
        .iter()
        .filter_map(|name| Some((*name, *library.models.get(name)?)))
        .collect();
    let mut text = String::new();
    let mut add = |part: &Part, definition: &str| {
        text.push_str(&format!("# {} \"{FILE_PREFIX}{}\"\n", part.line, part.file));
        text.push_str(definition);
    };
    for helper in library.closure(wanted.values().map(|(part, _)| *part)) {
        add(&library.parts[helper], library.parts[helper].text);
    }
    for (name, (part, own)) in wanted {
        let part = &library.parts[part];
        let before = format!("{MODEL_PREFIX}{own}(");
        let after = format!("{MODEL_PREFIX}{name}(");
        add(part, &part.text.replace(&before, &after));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{definitions, library};

    #[test]
    fn every_helper_that_is_named_exists_and_stands_before() {
        let library = library();
        for (number, part) in library.parts.iter().enumerate() {
            for name in &part.needs {
                let helper = library.helpers.get(name);
                let helper = helper.unwrap_or_else(|| panic!("{name} in {}", part.file));
                assert!(*helper <= number, "{name} in {}", part.file);
            }
        }
    }

    #[test]
    fn every_model_defines_the_function_of_its_name_and_calls_no_model() {
        let library = library();
        for (part, own) in library.models.values() {
            let text = library.parts[*part].text;
            assert_eq!(text.matches("__invar_model_").count(), 1, "{own}");
            assert!(text.contains(&format!("__invar_model_{own}(")), "{own}");
        }
    }

    #[test]
    fn definitions_carry_their_place_and_what_they_need() {
        let text = definitions(&["index", "no such function", "strcasecmp"]);
        let line = library().parts[library().models["strchr"].0].line;
        assert!(text.contains(&format!(
            "# {line} \"<invar-model>/search.c\"\nchar *__invar_model_index("
        )));
        for helper in [
            "int __invar_help_lower(",
            "unsigned int __VERIFIER_nondet_model_uint(",
        ] {
            let helper = text.find(helper);
            assert!(
                helper.is_some() && helper < text.find("__invar_model_"),
                "{text}"
            );
        }
        assert!(!text.contains("__invar_help_token"), "{text}");
        assert_eq!(definitions(&["nothing"]), "");
    }
}
