//! The walk that translates terms: wanted views go down, number terms come up.
//!
//! Each (term, want) pair is built once. What needs a temporary (an operation that the arithmetic
//! does not have is replaced by any value of its range) belongs to one place, a location of the
//! program, before whose edges the temporaries are havocked and the assumptions made.

use super::numbers::Numbers;
use super::readings::{Contents, Readings, suffix};
use super::view::{Shape, View, Want};
use super::{Arithmetic, EncodeError};
use invar_cfa::IntegerType;
use invar_term::{IBig, Op, Sort, TermId, TermStore};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Whether operations may be replaced by any value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Abstraction {
    Allowed,
    Refused,
}

/// Why a term could not be built yet, or at all.
pub(super) enum Stop {
    /// This pair has to be built first.
    Missing(TermId, Want),
    /// It would need a temporary.
    Abstract,
    /// There is no translation.
    Failed(EncodeError),
}

/// What a temporary represents.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Meaning {
    /// The value of a term of the original program.
    Term(TermId),
    /// The quotient of a translated term and a number, rounded down.
    Quotient(TermId, IBig),
}

/// A variable that holds the result of an operation while one edge is taken.
#[derive(Clone, Debug)]
pub(crate) struct Temporary {
    pub(crate) symbol: TermId,
    pub(crate) integer: IntegerType,
}

/// What has to happen before the edges out of one location.
#[derive(Default)]
pub(crate) struct Place {
    /// Temporaries to havoc, by their numbers.
    pub(crate) temporaries: Vec<usize>,
    /// What may be assumed afterwards.
    pub(crate) assumptions: Vec<TermId>,
    /// What holds unless an operation overflows.
    pub(crate) checks: Vec<TermId>,
    meanings: FxHashMap<Meaning, TermId>,
    used: BTreeMap<(u32, Option<View>), usize>,
}

/// Translates the terms of one program.
pub(crate) struct Translator<'p> {
    pub(super) numbers: Numbers<'p>,
    pub(super) readings: &'p Readings,
    abstraction: Abstraction,
    everywhere: FxHashMap<(TermId, Want), TermId>,
    here: FxHashMap<(TermId, Want), TermId>,
    /// Whether what is being built belongs to this place.
    belongs_here: bool,
    place: Place,
    /// Every temporary made so far.
    pub(crate) temporaries: Vec<Temporary>,
    pool: BTreeMap<(u32, Option<View>, usize), usize>,
}

impl<'p> Translator<'p> {
    pub(crate) fn new(
        numbers: Numbers<'p>,
        readings: &'p Readings,
        abstraction: Abstraction,
    ) -> Translator<'p> {
        Translator {
            numbers,
            readings,
            abstraction,
            everywhere: FxHashMap::default(),
            here: FxHashMap::default(),
            belongs_here: false,
            place: Place::default(),
            temporaries: Vec::new(),
            pool: BTreeMap::new(),
        }
    }

    /// Ends the current place and begins the next.
    pub(crate) fn leave_place(&mut self) -> Place {
        self.here.clear();
        std::mem::take(&mut self.place)
    }

    /// The translation of a term.
    ///
    /// # Errors
    /// If there is none, or it needs a temporary and none is allowed (`None`).
    pub(crate) fn translate(
        &mut self,
        term: TermId,
        want: Want,
    ) -> Result<TermId, Option<EncodeError>> {
        let mut open = vec![(term, want)];
        while let Some((term, want)) = open.last().copied() {
            if self.known(term, want).is_some() {
                open.pop();
                continue;
            }
            self.belongs_here = false;
            match self.build(term, want) {
                Ok(image) => {
                    let map = if self.belongs_here {
                        &mut self.here
                    } else {
                        &mut self.everywhere
                    };
                    map.insert((term, want), image);
                }
                Err(Stop::Missing(term, want)) => open.push((term, want)),
                Err(Stop::Abstract) => return Err(None),
                Err(Stop::Failed(error)) => return Err(Some(error)),
            }
        }
        Ok(self.known(term, want).expect("the walk built its root"))
    }

    pub(super) fn terms(&self) -> &'p TermStore {
        self.numbers.terms
    }

    fn known(&mut self, term: TermId, want: Want) -> Option<TermId> {
        if let Some(image) = self.everywhere.get(&(term, want)) {
            return Some(*image);
        }
        let image = self.here.get(&(term, want)).copied();
        self.belongs_here |= image.is_some();
        image
    }

    /// The translation of a part, which has to exist by now.
    pub(super) fn part(&mut self, term: TermId, want: Want) -> Result<TermId, Stop> {
        self.known(term, want).ok_or(Stop::Missing(term, want))
    }

    pub(super) fn number_part(&mut self, term: TermId, view: View) -> Result<TermId, Stop> {
        self.part(term, Want::Number(view))
    }

    fn build(&mut self, term: TermId, want: Want) -> Result<TermId, Stop> {
        if let Op::Symbol(symbol) = self.terms().op(term) {
            let Some(reading) = self.readings.symbol(*symbol) else {
                return Err(Stop::Failed(EncodeError::Construct("a foreign symbol")));
            };
            let symbol = reading.symbol;
            return match (reading.want, want) {
                (Some(Want::Number(from)), Want::Number(to)) => {
                    let width = self.terms().width(term);
                    Ok(self.numbers.convert(symbol, width, from, to))
                }
                (Some(own), want) if own == want => Ok(symbol),
                (Some(_), _) => Err(mixed()),
                (None, _) => Err(floating()),
            };
        }
        match want {
            Want::Truth => self.truth(term),
            Want::Number(view) => self.number(term, view),
            Want::Array(shape) => self.array(term, shape),
        }
    }

    fn array(&mut self, term: TermId, shape: Shape) -> Result<TermId, Stop> {
        let terms = self.terms();
        let args = terms.args(term);
        let element = match shape.element {
            Some(view) => Want::Number(view),
            None => Want::Truth,
        };
        Ok(match terms.op(term) {
            Op::Store => {
                let array = self.part(args[0], Want::Array(shape))?;
                let index = self.number_part(args[1], shape.index)?;
                let element = self.part(args[2], element)?;
                terms.store(array, index, element)
            }
            Op::Ite => {
                let condition = self.part(args[0], Want::Truth)?;
                let then = self.part(args[1], Want::Array(shape))?;
                let otherwise = self.part(args[2], Want::Array(shape))?;
                terms.ite(condition, then, otherwise)
            }
            Op::ConstArray(_) => {
                let element = self.part(args[0], element)?;
                terms.const_array(self.numbers.sort(), element)
            }
            _ => return Err(Stop::Failed(EncodeError::Construct("an array of arrays"))),
        })
    }

    /// The element of an array, in the array's view of it.
    pub(super) fn select(&mut self, term: TermId) -> Result<(TermId, Option<View>), Stop> {
        let terms = self.terms();
        let [array, index] = *terms.args(term) else {
            return Err(mixed());
        };
        let shape = self.readings.shape(terms, array).ok_or_else(floating)?;
        let image = self.part(array, Want::Array(shape))?;
        let index = self.number_part(index, shape.index)?;
        let element = terms.select(image, index);
        let contents = match self.readings.array(terms, array) {
            Some(reading) => reading.contents,
            None => Contents::Written,
        };
        // Facts hold in states whose elements are in range already.
        if let (Contents::Havocked, Some(view), Abstraction::Allowed) =
            (contents, shape.element, self.abstraction)
        {
            let range = self.numbers.in_range(element, view, terms.width(term));
            self.assume(range);
        }
        Ok((element, shape.element))
    }

    fn assume(&mut self, condition: TermId) {
        self.belongs_here = true;
        if !self.terms().is_true(condition) && !self.place.assumptions.contains(&condition) {
            self.place.assumptions.push(condition);
        }
    }

    /// The result of one addition, subtraction or negation of numbers in range.
    pub(super) fn wrapped_once(&mut self, a: TermId, width: u32, view: View) -> TermId {
        self.check_range(a, width, view);
        self.numbers.wrap_once(a, width, view)
    }

    /// Any number, brought into the range of a view as the arithmetic does it.
    pub(super) fn wrapped(&mut self, a: TermId, width: u32, view: View) -> TermId {
        self.check_range(a, width, view);
        self.numbers.wrap(a, width, view)
    }

    /// Where overflow is checked, a result must be in range, wherever the edge uses it.
    fn check_range(&mut self, a: TermId, width: u32, view: View) {
        if self.numbers.arithmetic != Arithmetic::Checked
            || self.abstraction == Abstraction::Refused
        {
            return;
        }
        let range = self.numbers.in_range(a, view, width);
        if !self.terms().is_true(range) {
            self.belongs_here = true;
            if !self.place.checks.contains(&range) {
                self.place.checks.push(range);
            }
        }
    }

    /// Any value of the range of a term, in the wanted view.
    pub(super) fn any(&mut self, term: TermId, view: View) -> Result<TermId, Stop> {
        let width = self.terms().width(term);
        let own = self
            .readings
            .preferred(self.terms(), term)
            .unwrap_or(View::Unsigned);
        let value = self.temporary(Meaning::Term(term), width, Some(own))?;
        let range = self.numbers.in_range(value, own, width);
        self.assume(range);
        Ok(self.numbers.convert(value, width, own, view))
    }

    /// Any truth value.
    pub(super) fn any_truth(&mut self, term: TermId) -> Result<TermId, Stop> {
        self.temporary(Meaning::Term(term), 1, None)
    }

    /// `floor(a / k)` for a positive `k` in the reals: any `q` with `k q <= a <= k q + k - 1`.
    pub(super) fn any_quotient(
        &mut self,
        a: TermId,
        k: &IBig,
        width: u32,
        view: View,
    ) -> Result<TermId, Stop> {
        let quotient = self.temporary(Meaning::Quotient(a, k.clone()), width, Some(view))?;
        let multiple = self.numbers.scale(k.clone(), quotient);
        let above = self.numbers.add_constant(multiple, k.clone() - 1);
        let terms = self.terms();
        self.assume(terms.and(&[terms.le(multiple, a), terms.le(a, above)]));
        Ok(quotient)
    }

    /// The temporary that represents a meaning at this place; `None` for a truth value.
    fn temporary(
        &mut self,
        meaning: Meaning,
        width: u32,
        view: Option<View>,
    ) -> Result<TermId, Stop> {
        if self.abstraction == Abstraction::Refused {
            return Err(Stop::Abstract);
        }
        self.belongs_here = true;
        if let Some(symbol) = self.place.meanings.get(&meaning) {
            return Ok(*symbol);
        }
        let used = self.place.used.entry((width, view)).or_default();
        let next = self.temporaries.len();
        let number = *self.pool.entry((width, view, *used)).or_insert(next);
        *used += 1;
        if number == next {
            let (kind, sort) = match view {
                None => ("truth", Sort::Bool),
                Some(_) => ("any", self.numbers.sort()),
            };
            let name = format!("${kind}{number}{}", suffix(self.numbers.arithmetic));
            self.temporaries.push(Temporary {
                symbol: self.terms().symbol(&name, &sort),
                integer: IntegerType {
                    width,
                    signed: view == Some(View::Signed),
                },
            });
        }
        let symbol = self.temporaries[number].symbol;
        self.place.temporaries.push(number);
        self.place.meanings.insert(meaning, symbol);
        Ok(symbol)
    }
}

pub(super) fn mixed() -> Stop {
    Stop::Failed(EncodeError::Construct("a term of two sorts"))
}

pub(super) fn floating() -> Stop {
    Stop::Failed(EncodeError::Construct("floating point"))
}
