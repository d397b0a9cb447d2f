//! Edges of a program over another arithmetic, and the map back for edges, locations and inputs.
//!
//! Locations and edges keep their numbers; what is inserted comes after them:
//!
//! ```text
//! x := any           becomes   x := any; assume x is in the range of its type
//! edges out of l     become    t := any; assume ...; the edges, with t for what has no translation
//!                              where overflow is checked: if it happens here, go to the target
//! ```

use super::numbers::Numbers;
use super::readings::Readings;
use super::terms::{Abstraction, Place, Translator};
use super::view::{Want, value_back};
use super::{Arithmetic, EncodeError};
use invar_cfa::{
    AssumeReason, CallPathId, Cfa, EdgeId, HavocOrigin, Indexing, LocId, LocationKind, Operation,
    Program, Scope, Span, StableId, Unsupported, UnsupportedId, VarId, Variable,
};
use invar_term::{Op, Sort, TermId, Value};
use rustc_hash::FxHashMap;

/// A program over another arithmetic, with the way back.
#[derive(Clone, Debug)]
pub struct Translated {
    /// The program over numbers.
    pub program: Program,
    /// Its arithmetic.
    pub arithmetic: Arithmetic,
    /// Operations that were replaced by any value, counted per location.
    pub abstracted: usize,
    /// The program it was made from.
    pub(super) original: Program,
    pub(super) readings: Option<Readings>,
    /// The variables after the translated symbols.
    variables: FxHashMap<TermId, VarId>,
    edges: usize,
    /// The original locations that inserted ones belong to.
    inserted: Vec<LocId>,
}

/// Reads a bit-vector program, inlined into its entry function, over another arithmetic. Over
/// bit-vectors it is the program itself.
///
/// # Errors
/// If a call is left, or something cannot be expressed in numbers at all (floating point).
pub fn translate(program: &Program, arithmetic: Arithmetic) -> Result<Translated, EncodeError> {
    if arithmetic == Arithmetic::Bv {
        return Ok(Translated {
            program: program.clone(),
            arithmetic,
            abstracted: 0,
            original: program.clone(),
            readings: None,
            variables: FxHashMap::default(),
            edges: program.entry_cfa().edge_count(),
            inserted: Vec::new(),
        });
    }
    let terms = &*program.terms;
    let numbers = Numbers { terms, arithmetic };
    let readings = Readings::of(program, numbers)?;
    let translator = Translator::new(numbers, &readings, Abstraction::Allowed);
    let mut rewriter = Rewriter::new(program, &readings, translator);
    rewriter.locations()?;
    let rewritten = rewriter.finish();
    Ok(Translated {
        program: rewritten.program,
        arithmetic,
        abstracted: rewritten.abstracted,
        original: program.clone(),
        variables: program
            .variable_ids()
            .map(|v| (readings.variable(v).symbol, v))
            .collect(),
        readings: Some(readings),
        edges: program.entry_cfa().edge_count(),
        inserted: rewritten.inserted,
    })
}

impl Translated {
    /// The edge of the original program; `None` for what was inserted.
    pub fn edge(&self, edge: EdgeId) -> Option<EdgeId> {
        ((edge.0 as usize) < self.edges).then_some(edge)
    }

    /// The location of the original program that a location is, or belongs to.
    pub fn location(&self, location: LocId) -> LocId {
        let originals = self.original.entry_cfa().location_count();
        match (location.0 as usize).checked_sub(originals) {
            Some(index) => self.inserted[index],
            None => location,
        }
    }

    /// The bits that a havoc edge of the original program takes where its translation takes
    /// `value`; `None` for inserted edges and numbers that the type does not hold.
    pub fn choice(&self, edge: EdgeId, value: &Value) -> Option<Value> {
        let edge = self.edge(edge)?;
        let Operation::Havoc { target, .. } = self.original.entry_cfa().edge(edge).operation else {
            return None;
        };
        match &self.readings {
            None => Some(value.clone()),
            Some(readings) => {
                let want = readings.variable(target).want?;
                value_back(self.original.sort(target), want, value)
            }
        }
    }

    /// A Boolean bit-vector term over the program's variables, over the numbers; `None` if an
    /// operation in it has no translation.
    pub fn fact(&self, fact: TermId) -> Option<TermId> {
        let Some(readings) = &self.readings else {
            return Some(fact);
        };
        Translator::new(self.numbers(), readings, Abstraction::Refused)
            .translate(fact, Want::Truth)
            .ok()
    }

    /// Where integers wrap or must not overflow, each scalar variable is in the range of its type: true in every
    /// reachable state by construction. Empty for the other arithmetics.
    pub fn ranges(&self) -> Vec<(VarId, TermId)> {
        let Some(readings) = &self.readings else {
            return Vec::new();
        };
        if !matches!(self.arithmetic, Arithmetic::Wrap | Arithmetic::Checked) {
            return Vec::new();
        }
        self.original
            .variable_ids()
            .filter_map(|variable| {
                let reading = readings.variable(variable);
                let Some(Want::Number(view)) = reading.want else {
                    return None;
                };
                let width = self.original.sort(variable).width()?;
                let range = self.numbers().in_range(reading.symbol, view, width);
                Some((variable, range))
            })
            .collect()
    }

    /// The variable after a translated symbol; temporaries have none.
    pub(super) fn variable(&self, symbol: TermId) -> Option<VarId> {
        self.variables.get(&symbol).copied()
    }

    /// How a variable is read.
    pub(super) fn want(&self, variable: VarId) -> Option<Want> {
        self.readings.as_ref()?.variable(variable).want
    }

    pub(super) fn numbers(&self) -> Numbers<'_> {
        Numbers {
            terms: &self.original.terms,
            arithmetic: self.arithmetic,
        }
    }
}

/// An edge of the translated program, before its ends are settled.
struct Planned {
    operation: Operation,
    /// What is assumed after it.
    then: Option<TermId>,
}

struct Rewritten {
    program: Program,
    abstracted: usize,
    inserted: Vec<LocId>,
}

struct Rewriter<'p> {
    program: &'p Program,
    readings: &'p Readings,
    translator: Translator<'p>,
    /// By edge.
    planned: Vec<Option<Planned>>,
    /// By location.
    places: Vec<Place>,
}

impl<'p> Rewriter<'p> {
    fn new(program: &'p Program, readings: &'p Readings, translator: Translator<'p>) -> Self {
        let cfa = program.entry_cfa();
        Rewriter {
            program,
            readings,
            translator,
            planned: cfa.edge_ids().map(|_| None).collect(),
            places: Vec::with_capacity(cfa.location_count()),
        }
    }

    /// Translates the edges, location by location.
    fn locations(&mut self) -> Result<(), EncodeError> {
        let cfa = self.program.entry_cfa();
        for location in cfa.location_ids() {
            for (id, edge) in cfa.outgoing(location) {
                let planned = self.plan(id, &edge.operation)?;
                self.planned[id.0 as usize] = Some(planned);
            }
            if let [first, second] = *cfa.location(location).outgoing() {
                self.keep_complementary(first, second);
            }
            self.places.push(self.translator.leave_place());
        }
        Ok(())
    }

    fn term(&mut self, term: TermId, want: Option<Want>) -> Result<TermId, EncodeError> {
        let want = want.ok_or(EncodeError::Construct("floating point"))?;
        self.translator
            .translate(term, want)
            .map_err(|error| error.expect("only what refuses temporaries has no error to tell"))
    }

    fn plan(&mut self, id: EdgeId, operation: &Operation) -> Result<Planned, EncodeError> {
        let mut then = None;
        let operation = match operation {
            Operation::Skip => Operation::Skip,
            Operation::Assume { condition, reason } => Operation::Assume {
                condition: self.term(*condition, Some(Want::Truth))?,
                reason: *reason,
            },
            Operation::Assign { target, value } => Operation::Assign {
                target: *target,
                value: self.term(*value, self.readings.variable(*target).want)?,
            },
            Operation::Havoc { target, origin } => {
                let reading = self.readings.variable(*target);
                match (reading.want, self.program.sort(*target)) {
                    (Some(Want::Number(view)), Sort::BitVec(width)) => {
                        let numbers = self.translator.numbers;
                        then = Some(numbers.in_range(reading.symbol, view, *width));
                    }
                    (Some(_), _) => {}
                    (None, _) => return Err(EncodeError::Construct("floating point")),
                }
                Operation::Havoc {
                    target: *target,
                    origin: origin.clone(),
                }
            }
            Operation::Call { .. } => return Err(EncodeError::Call(id)),
        };
        Ok(Planned { operation, then })
    }

    /// Over reals, a condition and its negation both say that numbers are whole and leave a gap;
    /// the automata guarantee that there is none. One of them is weakened to the negation of the
    /// other, and what was taken away is assumed afterwards.
    fn keep_complementary(&mut self, first: EdgeId, second: EdgeId) {
        let terms = &self.program.terms;
        let condition = |planned: &Option<Planned>| match planned.as_ref().map(|p| &p.operation) {
            Some(Operation::Assume { condition, .. }) => Some(*condition),
            _ => None,
        };
        let of = |edge: EdgeId| condition(&self.planned[edge.0 as usize]);
        let (Some(a), Some(b)) = (of(first), of(second)) else {
            return;
        };
        if self.translator.numbers.arithmetic != Arithmetic::Real || terms.not(a) == b {
            return;
        }
        // An equation is easier to work with than the condition that the sides are apart.
        let (kept, weakened) = match terms.op(a) {
            Op::Eq => (a, second),
            _ => (b, first),
        };
        let Some(planned) = &mut self.planned[weakened.0 as usize] else {
            return;
        };
        if let Operation::Assume { condition, .. } = &mut planned.operation {
            planned.then = Some(*condition);
            *condition = terms.not(kept);
        }
    }

    fn finish(self) -> Rewritten {
        let mut program = self.program.clone();
        for id in self.program.variable_ids() {
            program.variables[id.0 as usize].symbol = self.readings.variable(id).symbol;
        }
        let first_temporary = program.variables.len() as u32;
        for temporary in &self.translator.temporaries {
            program.variables.push(Variable {
                name: symbol_name(self.program, temporary.symbol).into(),
                source_name: None,
                symbol: temporary.symbol,
                integer: temporary.integer,
                type_name: "any".into(),
                scope: Scope::Local(program.entry),
                span: None,
                indexing: Indexing::Plain,
                ghost: None,
            });
        }
        let mut builder = Builder::new(self.program.entry_cfa());
        // Where the edges out of each location leave now.
        let mut leaves = Vec::with_capacity(self.places.len());
        let mut inserted_edges = Vec::new();
        let mut abstracted = 0;
        let mut overflow = None;
        for (location, place) in self.program.entry_cfa().location_ids().zip(&self.places) {
            abstracted += place.temporaries.len();
            let havocs = place.temporaries.iter().map(|number| Operation::Havoc {
                target: VarId(first_temporary + *number as u32),
                origin: HavocOrigin::Uninitialised,
            });
            let condition = self.program.terms.and(&place.assumptions);
            let assumed = (!place.assumptions.is_empty()).then(|| assumption(condition));
            let mut here = location;
            for operation in havocs.chain(assumed) {
                let next = builder.location_for(location);
                inserted_edges.push((here, next, operation, None));
                here = next;
            }
            if !place.checks.is_empty() {
                let fits = self.program.terms.and(&place.checks);
                let target = *overflow.get_or_insert_with(|| builder.overflow(&mut program));
                let next = builder.location_for(location);
                let fails = self.program.terms.not(fits);
                inserted_edges.push((here, next, branch(fits), None));
                inserted_edges.push((here, target, branch(fails), None));
                here = next;
            }
            leaves.push(here);
        }
        for (id, planned) in self.program.entry_cfa().edge_ids().zip(self.planned) {
            let edge = self.program.entry_cfa().edge(id);
            let planned = planned.expect("every edge leaves a location");
            let from = leaves[edge.from.0 as usize];
            let to = match planned.then {
                Some(condition) => {
                    let middle = builder.location_for(edge.to);
                    inserted_edges.push((middle, edge.to, assumption(condition), edge.span));
                    middle
                }
                None => edge.to,
            };
            builder.cfa.add_edge(from, to, planned.operation, edge.span);
        }
        for (from, to, operation, span) in inserted_edges {
            builder.cfa.add_edge(from, to, operation, span);
        }
        let entry = program.entry.0 as usize;
        for (index, function) in program.functions.iter_mut().enumerate() {
            // Other functions are no longer called.
            function.cfa = if index == entry {
                builder.cfa.clone()
            } else {
                Cfa::new(&function.name)
            };
        }
        Rewritten {
            program,
            abstracted,
            inserted: builder.inserted,
        }
    }
}

fn symbol_name(program: &Program, symbol: TermId) -> &str {
    let symbol = program.terms.as_symbol(symbol);
    let symbol = symbol.expect("a variable's symbol is a symbol");
    program.terms.symbol_name(symbol)
}

fn assumption(condition: TermId) -> Operation {
    Operation::Assume {
        condition,
        reason: AssumeReason::Premise,
    }
}

fn branch(condition: TermId) -> Operation {
    Operation::Assume {
        condition,
        reason: AssumeReason::Branch,
    }
}

/// Locations of the translated automaton: the original ones, then those that are inserted.
struct Builder<'p> {
    original: &'p Cfa,
    cfa: Cfa,
    inserted: Vec<LocId>,
}

impl<'p> Builder<'p> {
    fn new(original: &'p Cfa) -> Self {
        let mut cfa = Cfa::new("");
        for id in original.location_ids() {
            let location = original.location(id);
            let (kind, span) = (location.kind, location.span);
            // A new automaton has its two ends already.
            if (id.0 as usize) < cfa.location_count() {
                let end = cfa.location_mut(id);
                (end.kind, end.span) = (kind, span);
                (end.stable, end.calls) = (location.stable, location.calls);
            } else {
                cfa.add_location(kind, span, location.stable, location.calls);
            }
        }
        (cfa.entry, cfa.exit) = (original.entry, original.exit);
        Builder {
            original,
            cfa,
            inserted: Vec::new(),
        }
    }

    /// The target of operations that overflow.
    fn overflow(&mut self, program: &mut Program) -> LocId {
        let id = UnsupportedId(program.unsupported.len() as u32);
        program
            .unsupported
            .push(Unsupported::construct("overflow", None));
        self.inserted.push(self.original.exit);
        let (kind, calls) = (LocationKind::Unsupported(id), CallPathId::ROOT);
        self.cfa
            .add_location(kind, None, StableId::of(&["overflow"]), calls)
    }

    /// A new location that belongs to an original one.
    fn location_for(&mut self, location: LocId) -> LocId {
        let owner = self.original.location(location);
        let span: Option<Span> = owner.span;
        let name = owner.stable.to_string();
        let number = self.inserted.len().to_string();
        let stable = StableId::of(&[&name, "translated", &number]);
        self.inserted.push(location);
        self.cfa
            .add_location(LocationKind::Plain, span, stable, owner.calls)
    }
}
