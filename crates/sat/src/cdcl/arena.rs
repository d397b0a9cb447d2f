//! The clause arena: long clauses one after the other in one vector of words.
//!
//! A clause is two words of header and its literals. Word 0: length and marks; word 1: glue (number
//! of decision levels in the clause when it was learnt) and how recently it was used; during
//! collection, the new place of a moved clause.

use super::literal::Literal;

const HEADER: usize = 2;
const LEARNT: u32 = 1;
const DELETED: u32 = 2;
const MARKS: u32 = 3;
const GLUE_LIMIT: u32 = 1 << 16;
const USED: u32 = 1 << 16;

/// Where a clause begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct ClauseRef(u32);

impl ClauseRef {
    /// Places have 31 bits: a watch needs the last one.
    const LIMIT: u32 = 1 << 31;

    #[inline]
    pub(super) fn from_raw(raw: u32) -> ClauseRef {
        ClauseRef(raw)
    }

    pub(super) fn raw(self) -> u32 {
        self.0
    }
}

/// Whether a clause may be forgotten again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    Given,
    Learnt { glue: u32 },
}

#[derive(Clone, Debug, Default)]
pub(super) struct Arena {
    words: Vec<u32>,
    /// Words of deleted clauses.
    wasted: usize,
}

impl Arena {
    pub(super) fn add(&mut self, literals: &[Literal], origin: Origin) -> ClauseRef {
        let place = u32::try_from(self.words.len()).expect("clauses take less than 8 GB");
        assert!(place < ClauseRef::LIMIT, "clauses take less than 8 GB");
        let length = u32::try_from(literals.len()).expect("a clause is shorter than the arena");
        let (mark, glue) = match origin {
            Origin::Given => (0, 0),
            Origin::Learnt { glue } => (LEARNT, glue.min(GLUE_LIMIT - 1) | USED),
        };
        self.words.push(length << 2 | mark);
        self.words.push(glue);
        self.words.extend(literals.iter().map(|l| l.raw()));
        ClauseRef(place)
    }

    #[inline]
    pub(super) fn length(&self, clause: ClauseRef) -> usize {
        (self.words[clause.0 as usize] >> 2) as usize
    }

    #[inline]
    pub(super) fn is_deleted(&self, clause: ClauseRef) -> bool {
        self.words[clause.0 as usize] & DELETED != 0
    }

    pub(super) fn is_learnt(&self, clause: ClauseRef) -> bool {
        self.words[clause.0 as usize] & LEARNT != 0
    }

    /// The literal at this place of the clause.
    #[inline]
    pub(super) fn literal(&self, clause: ClauseRef, index: usize) -> Literal {
        Literal::from_code(self.words[clause.0 as usize + HEADER + index])
    }

    pub(super) fn literals(&self, clause: ClauseRef) -> impl Iterator<Item = Literal> + '_ {
        let begin = clause.0 as usize + HEADER;
        self.words[begin..begin + self.length(clause)]
            .iter()
            .map(|&w| Literal::from_code(w))
    }

    /// The codes of the literals, to be put into another order; `None` if the clause is deleted.
    #[inline]
    pub(super) fn codes_mut(&mut self, clause: ClauseRef) -> Option<&mut [u32]> {
        let place = clause.0 as usize;
        let header = self.words[place];
        if header & DELETED != 0 {
            return None;
        }
        let begin = place + HEADER;
        Some(&mut self.words[begin..begin + (header >> 2) as usize])
    }

    pub(super) fn glue(&self, clause: ClauseRef) -> u32 {
        self.words[clause.0 as usize + 1] & (GLUE_LIMIT - 1)
    }

    pub(super) fn is_used(&self, clause: ClauseRef) -> bool {
        self.words[clause.0 as usize + 1] & USED != 0
    }

    /// The clause took part in a conflict; its glue may have become less.
    pub(super) fn use_with_glue(&mut self, clause: ClauseRef, glue: u32) {
        self.words[clause.0 as usize + 1] = glue.min(GLUE_LIMIT - 1) | USED;
    }

    pub(super) fn forget_use(&mut self, clause: ClauseRef) {
        self.words[clause.0 as usize + 1] &= !USED;
    }

    /// Marks it; remaining references are dropped when they are visited.
    pub(super) fn delete(&mut self, clause: ClauseRef) {
        if !self.is_deleted(clause) {
            self.words[clause.0 as usize] |= DELETED;
            self.wasted += HEADER + self.length(clause);
        }
    }

    /// Whether a collection is worth its time.
    pub(super) fn is_wasteful(&self, limit: usize) -> bool {
        self.wasted > limit && self.wasted * 3 > self.words.len()
    }

    /// All clauses that are not deleted.
    pub(super) fn clauses(&self) -> Vec<ClauseRef> {
        let mut found = Vec::new();
        let mut place = 0;
        while place < self.words.len() {
            let clause = ClauseRef(place as u32);
            if !self.is_deleted(clause) {
                found.push(clause);
            }
            place += HEADER + self.length(clause);
        }
        found
    }

    /// Moves what is not deleted together.
    pub(super) fn collect(&mut self) -> Moves {
        let mut words = Vec::with_capacity(self.words.len() - self.wasted);
        let mut place = 0;
        while place < self.words.len() {
            let header = self.words[place];
            let size = HEADER + (header >> 2) as usize;
            if header & DELETED == 0 {
                let target = words.len() as u32;
                words.extend_from_slice(&self.words[place..place + size]);
                self.words[place + 1] = target;
            }
            place += size;
        }
        let old = std::mem::replace(&mut self.words, words);
        self.wasted = 0;
        Moves { old }
    }
}

/// Where clauses went in a collection.
pub(super) struct Moves {
    old: Vec<u32>,
}

impl Moves {
    /// The new place; `None` if the clause is deleted.
    pub(super) fn target(&self, clause: ClauseRef) -> Option<ClauseRef> {
        let place = clause.0 as usize;
        (self.old[place] & MARKS & DELETED == 0).then(|| ClauseRef(self.old[place + 1]))
    }
}
