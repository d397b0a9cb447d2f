//! Cuts a stream of SMT-LIB text into commands.

/// What the reader is inside of.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Inside {
    #[default]
    Text,
    Comment,
    String,
    Symbol,
}

/// Text that has arrived, up to the command that is not complete yet.
#[derive(Default)]
pub struct Commands {
    text: Vec<u8>,
    /// Everything before it has been looked at.
    seen: usize,
    depth: usize,
    inside: Inside,
}

impl Commands {
    /// Adds text.
    pub fn feed(&mut self, text: &[u8]) {
        self.text.extend_from_slice(text);
    }

    /// The next complete command, with what is between it and the one before.
    pub fn next(&mut self) -> Option<Vec<u8>> {
        while let Some(byte) = self.text.get(self.seen).copied() {
            self.seen += 1;
            if self.ends_with(byte) {
                let rest = self.text.split_off(self.seen);
                self.seen = 0;
                return Some(std::mem::replace(&mut self.text, rest));
            }
        }
        None
    }

    /// Takes one byte; whether a command ends with it.
    fn ends_with(&mut self, byte: u8) -> bool {
        match (self.inside, byte) {
            (Inside::Text, b';') => self.inside = Inside::Comment,
            (Inside::Text, b'"') => self.inside = Inside::String,
            (Inside::Text, b'|') => self.inside = Inside::Symbol,
            (Inside::Text, b'(') => self.depth += 1,
            (Inside::Text, b')') => {
                // A closing parenthesis too many is a command of its own, for cvc5 to refuse.
                self.depth = self.depth.saturating_sub(1);
                return self.depth == 0;
            }
            // A doubled quote inside a string ends it and begins it again.
            (Inside::Comment, b'\n') | (Inside::String, b'"') | (Inside::Symbol, b'|') => {
                self.inside = Inside::Text;
            }
            _ => {}
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::Commands;

    fn cut(pieces: &[&str]) -> Vec<String> {
        let mut commands = Commands::default();
        let mut found = Vec::new();
        for piece in pieces {
            commands.feed(piece.as_bytes());
            while let Some(command) = commands.next() {
                found.push(String::from_utf8(command).expect("text").trim().to_owned());
            }
        }
        found
    }

    #[test]
    fn commands_end_where_their_parenthesis_closes() {
        let text = "(set-logic QF_BV)(assert (= |a)(| #b1)) ; (\n(echo \"a)\"\")(\")\n(check-sat";
        let expected = [
            "(set-logic QF_BV)",
            "(assert (= |a)(| #b1))",
            "; (\n(echo \"a)\"\")(\")",
        ];
        assert_eq!(cut(&[text]), expected);
        let bytes: Vec<String> = text.chars().map(String::from).collect();
        let bytes: Vec<&str> = bytes.iter().map(String::as_str).collect();
        assert_eq!(cut(&bytes), expected);
    }

    #[test]
    fn a_parenthesis_too_many_is_passed_on() {
        assert_eq!(cut(&[")(exit)"]), [")", "(exit)"]);
    }
}
