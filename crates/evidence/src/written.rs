//! Proofs and traces by the numbers of a canonical form.

use crate::canonical::Canonical;
use crate::terms::{Writer, WrittenTerms};
use crate::values::WrittenValue;
use invar_cfa::{EdgeId, LocId, Program};
use invar_term::{Sort, SymbolId, TermId};
use invar_verdict::{Choice, Contract, Invariant, ModularProof, Proof, Trace};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Evidence about the program whose form it is written in.
#[derive(Clone, Debug)]
pub enum Evidence {
    /// Why it is safe.
    Proof(Proof),
    /// Why it is safe, with its procedures apart.
    Modular(ModularProof),
    /// A run to an error.
    Trace(Trace),
}

/// Why written evidence has no meaning for a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable(pub &'static str);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Evidence in numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WrittenEvidence {
    terms: WrittenTerms,
    claim: WrittenClaim,
}

/// What is claimed; terms are positions in the list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum WrittenClaim {
    Inductive {
        heads: Vec<u32>,
        facts: Facts,
    },
    KInductive {
        k: u32,
        heads: Vec<u32>,
        facts: Facts,
    },
    Exhausted {
        steps: u32,
        heads: Vec<u32>,
        facts: Facts,
    },
    Modular {
        heads: Vec<u32>,
        facts: Facts,
        contracts: Vec<(Vec<u32>, Vec<u32>)>,
    },
    Run {
        choices: Vec<(u32, WrittenValue)>,
    },
}

/// Facts by the numbers of locations.
type Facts = Vec<(u32, Vec<u32>)>;

impl WrittenEvidence {
    /// Evidence in the numbers of a program's form; `None` if it mentions something that has none,
    /// or is of a kind that is not stored.
    pub fn of(evidence: &Evidence, program: &Program, form: &Canonical) -> Option<WrittenEvidence> {
        let name = |symbol: SymbolId| {
            let number = form.symbol_numbers.get(&symbol);
            number.map(u32::to_string)
        };
        let mut pen = Pen {
            form,
            terms: Writer::new(&program.terms, &name),
        };
        let claim = match evidence {
            Evidence::Proof(Proof::Inductive { heads, invariant }) => WrittenClaim::Inductive {
                heads: pen.heads(heads)?,
                facts: pen.facts(invariant)?,
            },
            Evidence::Proof(Proof::KInductive { k, heads, facts }) => WrittenClaim::KInductive {
                k: *k,
                heads: pen.heads(heads)?,
                facts: pen.facts(facts)?,
            },
            Evidence::Proof(Proof::Exhausted {
                steps,
                heads,
                facts,
            }) => WrittenClaim::Exhausted {
                steps: *steps,
                heads: pen.heads(heads)?,
                facts: pen.facts(facts)?,
            },
            // Written as what it was found as: an inductive proof about cells.
            Evidence::Proof(Proof::Quantified { .. }) => return None,
            Evidence::Modular(proof) => WrittenClaim::Modular {
                heads: pen.heads(&proof.heads)?,
                facts: pen.facts(&proof.invariant)?,
                contracts: pen.contracts(&proof.contracts)?,
            },
            Evidence::Trace(trace) => WrittenClaim::Run {
                choices: choices(trace, form)?,
            },
        };
        Some(WrittenEvidence {
            terms: pen.terms.finish(),
            claim,
        })
    }

    /// The evidence for a program with this form.
    ///
    /// # Errors
    /// If it mentions what the program does not have, or is not evidence.
    pub fn read(&self, program: &Program, form: &Canonical) -> Result<Evidence, Unreadable> {
        let symbol = |name: &str| {
            let number = name.parse::<usize>().ok()?;
            let symbol = form.symbols.get(number)?;
            Some(program.terms.symbol_term(*symbol))
        };
        let reader = Reader {
            program,
            form,
            terms: self.terms.read(&program.terms, &symbol),
        };
        Ok(match &self.claim {
            WrittenClaim::Inductive { heads, facts } => Evidence::Proof(Proof::Inductive {
                heads: reader.heads(heads)?,
                invariant: reader.facts(facts)?,
            }),
            WrittenClaim::KInductive { k, heads, facts } => {
                if *k == 0 {
                    return Err(Unreadable("no induction has length 0"));
                }
                Evidence::Proof(Proof::KInductive {
                    k: *k,
                    heads: reader.heads(heads)?,
                    facts: reader.facts(facts)?,
                })
            }
            WrittenClaim::Exhausted {
                steps,
                heads,
                facts,
            } => Evidence::Proof(Proof::Exhausted {
                steps: *steps,
                heads: reader.heads(heads)?,
                facts: reader.facts(facts)?,
            }),
            WrittenClaim::Modular {
                heads,
                facts,
                contracts,
            } => {
                let mut read = Vec::new();
                for (requires, ensures) in contracts {
                    read.push(Contract {
                        requires: reader.booleans(requires)?,
                        ensures: reader.booleans(ensures)?,
                    });
                }
                Evidence::Modular(ModularProof {
                    contracts: read,
                    heads: reader.heads(heads)?,
                    invariant: reader.facts(facts)?,
                })
            }
            WrittenClaim::Run { choices } => Evidence::Trace(reader.trace(choices)?),
        })
    }
}

/// What writes.
struct Pen<'w> {
    form: &'w Canonical,
    terms: Writer<'w>,
}

impl Pen<'_> {
    fn heads(&self, heads: &[LocId]) -> Option<Vec<u32>> {
        let numbers = &self.form.location_numbers;
        heads
            .iter()
            .map(|head| numbers.get(head).copied())
            .collect()
    }

    fn all(&mut self, facts: &[TermId]) -> Option<Vec<u32>> {
        facts.iter().map(|fact| self.terms.term(*fact)).collect()
    }

    fn facts(&mut self, invariant: &Invariant) -> Option<Facts> {
        let mut written = Facts::new();
        for (location, facts) in &invariant.at {
            let number = *self.form.location_numbers.get(location)?;
            written.push((number, self.all(facts)?));
        }
        Some(written)
    }

    fn contracts(&mut self, contracts: &[Contract]) -> Option<Vec<(Vec<u32>, Vec<u32>)>> {
        let mut written = Vec::new();
        for contract in contracts {
            written.push((self.all(&contract.requires)?, self.all(&contract.ensures)?));
        }
        Some(written)
    }
}

fn choices(trace: &Trace, form: &Canonical) -> Option<Vec<(u32, WrittenValue)>> {
    let one = |choice: &Choice| {
        let edge = *form.edge_numbers.get(&choice.edge)?;
        Some((edge, WrittenValue::of(&choice.value)?))
    };
    trace.choices.iter().map(one).collect()
}

/// What reads.
struct Reader<'r> {
    program: &'r Program,
    form: &'r Canonical,
    terms: Vec<Option<TermId>>,
}

impl Reader<'_> {
    fn location(&self, number: u32) -> Result<LocId, Unreadable> {
        let location = self.form.locations.get(number as usize).copied();
        location.ok_or(Unreadable("the program has no such place"))
    }

    fn heads(&self, heads: &[u32]) -> Result<Vec<LocId>, Unreadable> {
        heads.iter().map(|head| self.location(*head)).collect()
    }

    fn booleans(&self, places: &[u32]) -> Result<Vec<TermId>, Unreadable> {
        let one = |place: &u32| {
            let term = self.terms.get(*place as usize).copied().flatten();
            let term = term.filter(|term| *self.program.terms.sort(*term) == Sort::Bool);
            term.ok_or(Unreadable("a fact has no meaning in the program"))
        };
        places.iter().map(one).collect()
    }

    fn facts(&self, facts: &Facts) -> Result<Invariant, Unreadable> {
        let mut invariant = Invariant::default();
        for (number, facts) in facts {
            let location = self.location(*number)?;
            for fact in self.booleans(facts)? {
                invariant.add(location, fact);
            }
        }
        Ok(invariant)
    }

    fn trace(&self, choices: &[(u32, WrittenValue)]) -> Result<Trace, Unreadable> {
        let mut trace = Trace::default();
        for (number, value) in choices {
            let edge = self.form.edges.get(*number as usize).copied();
            let edge = edge.ok_or(Unreadable("the program has no such step"))?;
            let value = value.read().filter(|value| self.fits(edge, &value.sort()));
            let value = value.ok_or(Unreadable("a value does not fit its variable"))?;
            trace.choices.push(Choice { edge, value });
        }
        Ok(trace)
    }

    /// Whether an edge may choose a value of a sort.
    fn fits(&self, edge: EdgeId, sort: &Sort) -> bool {
        let operation = &self.program.entry_cfa().edge(edge).operation;
        match operation {
            invar_cfa::Operation::Havoc { target, .. } => self.program.sort(*target) == sort,
            _ => false,
        }
    }
}
