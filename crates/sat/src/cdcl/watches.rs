//! Watch lists, all in one vector, so that copying a solver copies a few blocks of memory.
//!
//! The list of a literal has the clauses to visit when the literal becomes true, because they
//! contain its negation. Clauses of two and three given literals live in the lists alone (those of
//! three in three lists, so that nothing ever moves); longer ones in the arena.

use super::arena::ClauseRef;
use super::literal::Literal;

const INLINE: u32 = 1 << 31;
const BINARY: u32 = u32::MAX;

/// One clause in a list. The first literal, if true, spares a look at the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Watch {
    blocker: u32,
    rest: u32,
}

/// The kind of clause that a watch refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// The negated literal of the list, and the blocker.
    Binary,
    /// The negated literal of the list, the blocker, and this one.
    Ternary(Literal),
    Long(ClauseRef),
}

impl Watch {
    #[inline]
    pub(super) fn binary(other: Literal) -> Watch {
        let blocker = other.raw();
        Watch {
            blocker,
            rest: BINARY,
        }
    }

    #[inline]
    pub(super) fn ternary(second: Literal, third: Literal) -> Watch {
        Watch {
            blocker: second.raw(),
            rest: third.raw() | INLINE,
        }
    }

    #[inline]
    pub(super) fn long(clause: ClauseRef, blocker: Literal) -> Watch {
        Watch {
            blocker: blocker.raw(),
            rest: clause.raw(),
        }
    }

    #[inline]
    pub(super) fn blocker(self) -> Literal {
        Literal::from_code(self.blocker)
    }

    /// The watch, for a clause that has moved.
    pub(super) fn moved(self, clause: ClauseRef) -> Watch {
        Watch {
            blocker: self.blocker,
            rest: clause.raw(),
        }
    }

    #[inline]
    pub(super) fn kind(self) -> Kind {
        if self.rest & INLINE == 0 {
            Kind::Long(ClauseRef::from_raw(self.rest))
        } else if self.rest == BINARY {
            Kind::Binary
        } else {
            Kind::Ternary(Literal::from_code(self.rest & !INLINE))
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Head {
    begin: u32,
    length: u32,
    capacity: u32,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Watches {
    heads: Vec<Head>,
    pool: Vec<Watch>,
    /// Places in the pool that belong to no list.
    wasted: usize,
}

impl Watches {
    /// Two more lists.
    pub(super) fn add_variable(&mut self) {
        self.heads.push(Head::default());
        self.heads.push(Head::default());
    }

    /// Where the list lies; it stays there while other lists grow.
    #[inline]
    pub(super) fn range(&self, literal: Literal) -> (usize, usize) {
        let head = self.heads[literal.code()];
        let begin = head.begin as usize;
        (begin, begin + head.length as usize)
    }

    #[inline]
    pub(super) fn list(&self, literal: Literal) -> &[Watch] {
        let (begin, end) = self.range(literal);
        &self.pool[begin..end]
    }

    /// Puts a clause of two literals into both lists.
    pub(super) fn push_binary(&mut self, [first, second]: [Literal; 2]) {
        self.push(!first, Watch::binary(second));
        self.push(!second, Watch::binary(first));
    }

    /// Puts a clause of three literals into all three lists.
    pub(super) fn push_ternary(&mut self, [first, second, third]: [Literal; 3]) {
        self.push(!first, Watch::ternary(second, third));
        self.push(!second, Watch::ternary(first, third));
        self.push(!third, Watch::ternary(first, second));
    }

    #[inline]
    pub(super) fn at(&self, place: usize) -> Watch {
        self.pool[place]
    }

    #[inline]
    pub(super) fn put(&mut self, place: usize, watch: Watch) {
        self.pool[place] = watch;
    }

    /// Closes the gap between `to` and `from` and ends the list after what was moved.
    #[inline]
    pub(super) fn close_gap(&mut self, literal: Literal, from: usize, to: usize) {
        if from == to {
            return;
        }
        let (begin, end) = self.range(literal);
        self.pool.copy_within(from..end, to);
        self.heads[literal.code()].length = (to + (end - from) - begin) as u32;
    }

    #[inline]
    pub(super) fn push(&mut self, literal: Literal, watch: Watch) {
        let head = self.heads[literal.code()];
        if head.length == head.capacity {
            self.grow(literal);
        }
        let head = &mut self.heads[literal.code()];
        self.pool[(head.begin + head.length) as usize] = watch;
        head.length += 1;
    }

    #[cold]
    fn grow(&mut self, literal: Literal) {
        let head = self.heads[literal.code()];
        let capacity = (2 * head.capacity).max(4);
        let begin = self.pool.len();
        let (from, to) = self.range(literal);
        self.wasted += head.capacity as usize;
        self.pool.reserve(capacity as usize);
        self.pool.extend_from_within(from..to);
        self.pool
            .resize(begin + capacity as usize, Watch::binary(Literal::ACTIVE));
        let begin = u32::try_from(begin).expect("watches take less than 32 GB");
        self.heads[literal.code()] = Head {
            begin,
            length: head.length,
            capacity,
        };
    }

    pub(super) fn clear(&mut self, literal: Literal) {
        self.heads[literal.code()].length = 0;
    }

    /// Takes the first watch equal to this one out.
    pub(super) fn remove(&mut self, literal: Literal, watch: Watch) {
        let (begin, end) = self.range(literal);
        if let Some(place) = (begin..end).find(|&p| self.pool[p] == watch) {
            self.close_gap(literal, place + 1, place);
        }
    }

    pub(super) fn size(&self) -> usize {
        self.pool.len() - self.wasted
    }

    pub(super) fn is_wasteful(&self) -> bool {
        self.wasted > 4096 && self.wasted * 2 > self.pool.len()
    }

    /// Rebuilds the lists in the order of the literals, without what `change` drops.
    pub(super) fn rebuild(&mut self, mut change: impl FnMut(Literal, Watch) -> Option<Watch>) {
        let mut pool = Vec::with_capacity(self.pool.len() - self.wasted);
        for code in 0..self.heads.len() {
            let literal = Literal::from_code(code as u32);
            let (from, to) = self.range(literal);
            let begin = pool.len();
            pool.extend(
                self.pool[from..to]
                    .iter()
                    .filter_map(|&w| change(literal, w)),
            );
            let length = pool.len() - begin;
            // A little room, lest the next clause move the list at once.
            let capacity = length + length / 4 + usize::from(length > 0);
            pool.resize(begin + capacity, Watch::binary(Literal::ACTIVE));
            self.heads[code] = Head {
                begin: begin as u32,
                length: length as u32,
                capacity: capacity as u32,
            };
        }
        self.pool = pool;
        self.wasted = 0;
    }
}
