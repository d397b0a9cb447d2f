//! Changes of a text, made at once.

use super::tokens::Tokens;

/// What is declared before the text.
const DECLARATIONS: &str = "void __invar_precondition(int); void __invar_assert(int); void __invar_promised(int); \
     int __invar_allow(); int __invar_valid(); int __invar_apart(); void __invar_own(); \
     void __invar_assigns(); void __invar_assigns_object(); void __invar_frame(void); \
     void __invar_any(); void __invar_any_object(); void __invar_no_pointer(); void __invar_contract_of(); \
     void __invar_unread(const char *); void *__invar_keep(unsigned long); \
     void __invar_holds(int); void __invar_at(); void __invar_loop_begin(int); void __invar_loop_forget(int); \
     void __invar_loop_done(void);";

/// Changes of a text.
#[derive(Default)]
pub(super) struct Edits {
    /// At an offset: how many bytes are replaced, and by what.
    pub(super) list: Vec<(usize, usize, String)>,
}

impl Edits {
    pub(super) fn insert(&mut self, at: usize, text: String) {
        self.list.push((at, 0, text));
    }

    /// Lines stay where they are.
    pub(super) fn blank(&mut self, tokens: &Tokens, range: std::ops::Range<usize>) {
        let old = &tokens.text()[range.clone()];
        let mut new = String::new();
        for line in old.split_inclusive('\n') {
            if line.starts_with('#') {
                new.push_str(line)
            } else {
                new.extend(line.chars().map(|c| if c == '\n' { '\n' } else { ' ' }))
            }
        }
        self.list.push((range.start, range.len(), new));
    }

    pub(super) fn applied(mut self, text: &str, variables: &str) -> String {
        self.list.sort_by_key(|(at, _, _)| *at);
        let mut out = format!("{DECLARATIONS} {variables}\n");
        let mut done = 0;
        for (at, replaced, new) in self.list {
            out.push_str(&text[done..at]);
            out.push_str(&new);
            done = at + replaced;
        }
        out.push_str(&text[done..]);
        out
    }
}
