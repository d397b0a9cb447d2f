//! A proof as obligations that any solver can check.

use super::{ContractReport, Place};
use serde::{Deserialize, Serialize};

/// What a proof has to be checked for outside of invar.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Certificate {
    /// The proofs that are together a proof of everything that was asked.
    Proofs(Vec<ProofObligations>),
    /// Why there is none.
    Refused(String),
}

/// A proof: it is checked once each obligation is shown to have no model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ProofObligations {
    /// What the proof is, for people.
    pub told: String,
    /// What recursive functions expect and promise: the proof is about each body by itself.
    pub contracts: Vec<ContractReport>,
    /// The checks that it proves, by their numbers in the program.
    pub checks: Vec<u32>,
    /// The rows of the assertions that these belong to.
    pub assertions: Vec<usize>,
    /// What simplification alone shows: there is nothing to ask.
    pub simplified: Vec<String>,
    /// The obligations.
    pub obligations: Vec<ObligationReport>,
    /// The proof in terms of the loops of the text, or why it has no such form.
    #[serde(default)]
    pub program: Option<Result<CutProgram, String>>,
}

/// A proof in terms of the loops of the text.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CutProgram {
    /// The loops that are cut at their heads.
    pub loops: Vec<LoopCut>,
    /// Rounds after which every other loop has ended.
    pub rounds: u32,
}

/// A loop that can be cut at its head.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LoopCut {
    /// Its keyword.
    pub place: Place,
    /// What holds at its head: C expressions over names that are visible there.
    pub facts: Vec<String>,
    /// Facts of the proof that have no such text.
    pub untold: usize,
    /// Variables that an iteration may change.
    pub changed: Vec<String>,
}

impl CutProgram {
    /// Two proofs about one text as one: the facts of both hold.
    ///
    /// # Errors
    /// Why they cannot be put together.
    pub fn with(mut self, other: CutProgram) -> Result<CutProgram, String> {
        for cut in other.loops {
            let Some(known) = self.loops.iter_mut().find(|known| known.place == cut.place) else {
                return Err("proofs of single assertions cut different loops".into());
            };
            if known.changed != cut.changed {
                return Err("proofs of single assertions read a loop in two ways".into());
            }
            known.untold = known.untold.max(cut.untold);
            for fact in cut.facts {
                if !known.facts.contains(&fact) {
                    known.facts.push(fact);
                }
            }
        }
        self.rounds = self.rounds.max(other.rounds);
        Ok(self)
    }
}

/// What kind of thing an obligation shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ObligationKind {
    /// The invariant holds where a loop head is first reached.
    Initiation,
    /// The invariant holds where a loop head is reached from one.
    Consecution,
    /// No target is reached between cut points.
    #[default]
    Safety,
    /// Branches that the proof leaves out are not taken.
    Infeasible,
    /// No target is reached in steps from the entry.
    Unrolled,
    /// A loop head is not reached after steps from the entry.
    Unreached,
    /// No path is left after steps from the entry.
    Ended,
    /// No target is reached by the last of k steps from a loop head.
    InductionStep,
}

impl ObligationKind {
    /// One word for it.
    pub fn name(self) -> &'static str {
        match self {
            ObligationKind::Initiation => "initiation",
            ObligationKind::Consecution => "consecution",
            ObligationKind::Safety => "safety",
            ObligationKind::Infeasible => "infeasible",
            ObligationKind::Unrolled => "unrolled",
            ObligationKind::Unreached => "unreached",
            ObligationKind::Ended => "ended",
            ObligationKind::InductionStep => "induction-step",
        }
    }

    /// What such obligations show together.
    pub fn meaning(self) -> &'static str {
        match self {
            ObligationKind::Initiation => {
                "from the entry, whatever the inputs, the invariant of the first loop head on a path holds there"
            }
            ObligationKind::Consecution => {
                "from a loop head, in any state that satisfies its invariant, the invariant of the next loop head on a path holds there"
            }
            ObligationKind::Safety => {
                "from a cut point, in any state that satisfies its invariant, no target is reached before the next cut point"
            }
            ObligationKind::Infeasible => {
                "from a cut point, in any state that satisfies its invariant, no branch is taken that the rest of the proof leaves out"
            }
            ObligationKind::Unrolled => {
                "from the entry, no target is reached in the steps that the file names; a step is a piece between cut points. \
                 What an earlier file excludes is assumed in later ones"
            }
            ObligationKind::Unreached => {
                "from the entry, no execution is at this loop head after this step: it is not followed further"
            }
            ObligationKind::Ended => "from the entry, no path has more steps than were looked at",
            ObligationKind::InductionStep => {
                "from a loop head, in any state that satisfies the invariant, no path of k steps ends at a target"
            }
        }
    }
}

/// One query that must have no model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ObligationReport {
    /// What kind of thing it shows.
    pub kind: ObligationKind,
    /// What it shows, as a sentence.
    pub claim: String,
    /// Where the paths begin.
    pub from: Option<Place>,
    /// Where they end.
    pub to: Vec<Place>,
    /// What is known where they begin, as far as it can be written as C.
    pub assumed: Vec<String>,
    /// What must hold where they end, as far as it can be written as C.
    pub shown: Vec<String>,
    /// Facts in both that cannot be written as C.
    pub untold: usize,
    /// The query as SMT-LIB.
    pub script: String,
}
