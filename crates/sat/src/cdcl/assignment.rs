//! Values, the trail with levels and reasons, and which variables are in the domain.
//!
//! A variable outside the domain has a special value, [`OUTSIDE`], for both its literals. It is the
//! largest, next to true: "is the clause satisfied or outside the domain" is one comparison, and a
//! domain costs two bytes per variable to open and to close.

use super::arena::ClauseRef;
use super::literal::Literal;

/// Value of a literal.
pub(super) type Value = u8;
pub(super) const FALSE: Value = 0;
pub(super) const OPEN: Value = 1;
pub(super) const TRUE: Value = 2;
pub(super) const OUTSIDE: Value = 3;

/// Why a literal is true: it is the only one left in a clause with these.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reason {
    /// It was decided or assumed.
    Nothing,
    Binary(Literal),
    Ternary(Literal, Literal),
    /// It is the clause's first literal.
    Long(ClauseRef),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) level: u32,
    pub(super) reason: Reason,
}

/// Which variables are open while no question is being answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rest {
    AllOpen,
    AllOutside,
}

#[derive(Clone, Debug)]
pub(super) struct Assignment {
    values: Vec<Value>,
    places: Vec<Place>,
    trail: Vec<Literal>,
    /// Length of the trail when each level above 0 began.
    levels: Vec<usize>,
    /// First literal on the trail that is not propagated.
    pub(super) head: usize,
    rest: Rest,
    /// Variables of every domain.
    always: Vec<u32>,
    is_always: Vec<bool>,
    /// Variables that are open for this question only.
    entered: Vec<u32>,
    /// The last question, by number, whose domain named the variable.
    named: Vec<u32>,
    question: u32,
}

impl Assignment {
    pub(super) fn new() -> Assignment {
        Assignment {
            values: Vec::new(),
            places: Vec::new(),
            trail: Vec::new(),
            levels: Vec::new(),
            head: 0,
            rest: Rest::AllOpen,
            always: Vec::new(),
            is_always: Vec::new(),
            entered: Vec::new(),
            named: Vec::new(),
            question: 1,
        }
    }

    pub(super) fn add_variable(&mut self) {
        let value = match self.rest {
            Rest::AllOpen => OPEN,
            Rest::AllOutside => OUTSIDE,
        };
        self.values.extend([value, value]);
        self.is_always.push(false);
        self.named.push(0);
        self.places.push(Place {
            level: 0,
            reason: Reason::Nothing,
        });
    }

    pub(super) fn variables(&self) -> usize {
        self.places.len()
    }

    #[inline]
    pub(super) fn value(&self, literal: Literal) -> Value {
        self.values[literal.code()]
    }

    pub(super) fn is_assigned(&self, variable: usize) -> bool {
        matches!(self.values[2 * variable], TRUE | FALSE)
    }

    #[inline]
    pub(super) fn place(&self, variable: usize) -> Place {
        self.places[variable]
    }

    #[inline]
    pub(super) fn level_of(&self, literal: Literal) -> u32 {
        self.places[literal.variable()].level
    }

    pub(super) fn set_reason(&mut self, variable: usize, reason: Reason) {
        self.places[variable].reason = reason;
    }

    #[inline]
    pub(super) fn trail(&self) -> &[Literal] {
        &self.trail
    }

    /// Number of literals on the trail below level 1.
    pub(super) fn fixed(&self) -> usize {
        self.levels.first().copied().unwrap_or(self.trail.len())
    }

    pub(super) fn level(&self) -> u32 {
        self.levels.len() as u32
    }

    pub(super) fn begin_level(&mut self) {
        self.levels.push(self.trail.len());
    }

    /// Makes a literal true that has no value yet.
    #[inline]
    pub(super) fn assign(&mut self, literal: Literal, reason: Reason) {
        self.values[literal.code()] = TRUE;
        self.values[(!literal).code()] = FALSE;
        self.places[literal.variable()] = Place {
            level: self.levels.len() as u32,
            reason,
        };
        self.trail.push(literal);
    }

    /// Undoes everything above the level, and reports each literal, last first.
    pub(super) fn undo(&mut self, level: u32, mut tell: impl FnMut(Literal)) {
        let Some(&length) = self.levels.get(level as usize) else {
            return;
        };
        for index in (length..self.trail.len()).rev() {
            let literal = self.trail[index];
            self.values[literal.code()] = OPEN;
            self.values[(!literal).code()] = OPEN;
            tell(literal);
        }
        self.trail.truncate(length);
        self.levels.truncate(level as usize);
        self.head = self.head.min(length);
    }

    /// Takes back one literal of level 0 on which nothing depends.
    pub(super) fn undo_fixed(&mut self, literal: Literal) {
        debug_assert_eq!(self.level(), 0);
        if let Some(index) = self.trail.iter().rposition(|&l| l == literal) {
            self.trail.remove(index);
            self.values[literal.code()] = OPEN;
            self.values[(!literal).code()] = OPEN;
            self.head = self.head.min(index);
        }
    }

    /// The variable belongs to every domain from now on. `false`: it did so before.
    pub(super) fn enter_for_good(&mut self, variable: usize) -> bool {
        if self.is_always[variable] {
            return false;
        }
        self.is_always[variable] = true;
        self.always.push(variable as u32);
        self.open(variable);
        true
    }

    #[inline]
    fn open(&mut self, variable: usize) -> bool {
        let outside = self.values[2 * variable] == OUTSIDE;
        if outside {
            self.values[2 * variable] = OPEN;
            self.values[2 * variable + 1] = OPEN;
        }
        outside
    }

    /// The variable belongs to the domain of this question.
    #[inline]
    pub(super) fn enter(&mut self, variable: usize) {
        self.named[variable] = self.question;
        if self.open(variable) {
            self.entered.push(variable as u32);
        }
    }

    pub(super) fn is_always(&self, literal: Literal) -> bool {
        self.is_always[literal.variable()]
    }

    /// Whether the variable is in the domain because the question names it.
    #[inline]
    pub(super) fn is_named(&self, literal: Literal) -> bool {
        self.rest == Rest::AllOpen || self.named[literal.variable()] == self.question
    }

    /// The next question is about all variables.
    pub(super) fn open_all(&mut self) {
        if self.rest == Rest::AllOutside {
            self.rest = Rest::AllOpen;
            self.entered.clear();
            for value in &mut self.values {
                if *value == OUTSIDE {
                    *value = OPEN;
                }
            }
        }
    }

    /// The next question is about those alone that enter.
    pub(super) fn close_all(&mut self) {
        self.question = self.question.wrapping_add(1);
        if self.rest == Rest::AllOpen {
            self.rest = Rest::AllOutside;
            for value in &mut self.values {
                if *value == OPEN {
                    *value = OUTSIDE;
                }
            }
            for index in 0..self.always.len() {
                self.open(self.always[index] as usize);
            }
        }
    }

    /// The question is answered: what entered leaves. Level 0 stays.
    pub(super) fn leave(&mut self) {
        debug_assert_eq!(self.level(), 0);
        if self.rest == Rest::AllOutside {
            for &variable in &self.entered {
                let code = 2 * variable as usize;
                if self.values[code] == OPEN {
                    self.values[code] = OUTSIDE;
                    self.values[code + 1] = OUTSIDE;
                }
            }
        }
        self.entered.clear();
    }

    /// The variables of the domain, if it is not everything.
    pub(super) fn domain(&self) -> Option<impl Iterator<Item = u32> + '_> {
        (self.rest == Rest::AllOutside).then(|| self.entered.iter().chain(&self.always).copied())
    }
}
