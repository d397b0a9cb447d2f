//! S-expressions: cutting a stream of bytes into complete ones, and parsing one.

use std::collections::VecDeque;

/// A parsed s-expression. Quoted symbols have lost their bars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sexpr {
    /// A symbol, keyword or number.
    Atom(String),
    /// A string literal, without quotes.
    Text(String),
    /// A list.
    List(Vec<Sexpr>),
}

impl Sexpr {
    pub(crate) fn atom(&self) -> Option<&str> {
        match self {
            Sexpr::Atom(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn list(&self) -> Option<&[Sexpr]> {
        match self {
            Sexpr::List(members) => Some(members),
            _ => None,
        }
    }

    /// The message of an `(error "...")`.
    pub(crate) fn error(&self) -> Option<&str> {
        match self.list()? {
            [Sexpr::Atom(head), Sexpr::Text(message)] if head == "error" => Some(message),
            _ => None,
        }
    }
}

/// Replies can be very deep: lists are taken apart without recursion.
impl Drop for Sexpr {
    fn drop(&mut self) {
        let Sexpr::List(members) = self else {
            return;
        };
        let mut open = std::mem::take(members);
        while let Some(mut member) = open.pop() {
            if let Sexpr::List(members) = &mut member {
                open.append(members);
            }
        }
    }
}

/// A parser that is fed bytes and yields complete s-expressions.
#[derive(Default)]
pub(crate) struct Parser {
    open: Vec<Vec<Sexpr>>,
    token: Vec<u8>,
    state: State,
    complete: VecDeque<Sexpr>,
}

#[derive(Default, Clone, Copy, PartialEq)]
enum State {
    #[default]
    Between,
    Atom,
    Bars,
    Text,
    /// After a quote inside a string: a second one means the character itself.
    TextQuote,
    Comment,
}

impl Parser {
    /// The next complete s-expression.
    pub(crate) fn next(&mut self) -> Option<Sexpr> {
        self.complete.pop_front()
    }

    /// Reads more bytes.
    pub(crate) fn feed(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.byte(*byte);
        }
    }

    /// The stream has ended: a pending atom is complete.
    pub(crate) fn finish(&mut self) {
        self.byte(b'\n');
    }

    fn byte(&mut self, byte: u8) {
        match (self.state, byte) {
            (State::Comment, b'\n') => self.state = State::Between,
            (State::Comment, _) => {}
            (State::Bars, b'|') => self.end(Sexpr::Atom),
            (State::Text, b'"') => self.state = State::TextQuote,
            (State::TextQuote, b'"') => {
                self.token.push(b'"');
                self.state = State::Text;
            }
            (State::Bars | State::Text, _) => self.token.push(byte),
            (State::TextQuote, _) => {
                self.end(Sexpr::Text);
                self.byte(byte);
            }
            (State::Atom, b' ' | b'\t' | b'\r' | b'\n' | b'(' | b')' | b'"' | b'|' | b';') => {
                self.end(Sexpr::Atom);
                self.byte(byte);
            }
            (State::Atom, _) => self.token.push(byte),
            (State::Between, b' ' | b'\t' | b'\r' | b'\n') => {}
            (State::Between, b';') => self.state = State::Comment,
            (State::Between, b'|') => self.state = State::Bars,
            (State::Between, b'"') => self.state = State::Text,
            (State::Between, b'(') => self.open.push(Vec::new()),
            (State::Between, b')') => {
                // A stray closing parenthesis is ignored; the reply before it was complete.
                if let Some(members) = self.open.pop() {
                    self.add(Sexpr::List(members));
                }
            }
            (State::Between, _) => {
                self.state = State::Atom;
                self.token.push(byte);
            }
        }
    }

    fn end(&mut self, kind: fn(String) -> Sexpr) {
        let token = String::from_utf8_lossy(&std::mem::take(&mut self.token)).into_owned();
        self.state = State::Between;
        self.add(kind(token));
    }

    fn add(&mut self, value: Sexpr) {
        match self.open.last_mut() {
            Some(list) => list.push(value),
            None => self.complete.push_back(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Parser, Sexpr};

    fn parse(text: &str) -> Vec<Sexpr> {
        let mut parser = Parser::default();
        // Byte by byte: the result does not depend on how a pipe cuts the stream.
        for byte in text.as_bytes() {
            parser.feed(&[*byte]);
        }
        parser.finish();
        std::iter::from_fn(|| parser.next()).collect()
    }

    #[test]
    fn streams_are_cut_into_replies() {
        let replies =
            parse("sat ; (comment\n((|a b| #b01) (x (- 3)))\n(error \"a \"\"b\"\" )\")unsat");
        assert_eq!(replies.len(), 4);
        assert_eq!(replies[0].atom(), Some("sat"));
        assert_eq!(
            replies[1].list().expect("a list")[0].list().expect("pair")[0].atom(),
            Some("a b")
        );
        assert_eq!(replies[2].error(), Some("a \"b\" )"));
        assert_eq!(replies[3].atom(), Some("unsat"));
    }

    #[test]
    fn incomplete_replies_wait() {
        let mut parser = Parser::default();
        parser.feed(b"((x 1) (y");
        assert_eq!(parser.next(), None);
        parser.feed(b" 2))");
        assert!(parser.next().is_some());
    }
}
