//! Proofs in terms of the source text.

use super::{Place, ProofObligations};
use serde::{Deserialize, Serialize};

/// A proof of safety.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ProofReport {
    /// `inductive`, `quantified` (with facts for all elements of arrays), `k-inductive`, `exhausted`,
    /// `modular`, `only-run`, `no-loops` or `rankings`.
    pub kind: String,
    /// The k of a k-inductive proof, the length of the longest path, or of the only run.
    pub bound: Option<u32>,
    /// What holds at loop heads.
    pub invariants: Vec<LoopInvariant>,
    /// What holds at places of the text whatever calls lead there, over names that are visible
    /// there: what a witness states.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub everywhere: Vec<StatedInvariant>,
    /// What recursive functions expect and promise, in a modular proof.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contracts: Vec<ContractReport>,
    /// Why each loop is left, in a proof by rankings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rankings: Vec<RankingReport>,
    /// The proof for others to check, if it was asked for and has such a form.
    #[serde(skip)]
    pub obligations: Option<ProofObligations>,
}

impl ProofReport {
    /// What the proof is.
    pub fn told(&self) -> String {
        match (self.kind.as_str(), self.bound) {
            ("k-inductive", Some(k)) => format!("k-induction with k = {k}"),
            ("exhausted", Some(0)) => "every path was looked at".into(),
            ("exhausted", Some(n)) => {
                format!("every path ends within {n} steps between loop heads")
            }
            ("only-run", Some(n)) => format!("the program has one run; it was executed: {n} steps"),
            ("no-loops", _) => "the program has no loops".into(),
            ("rankings", _) => "a ranking decreases on every way around each loop".into(),
            ("modular", _) => "summaries of functions, each checked against its body".into(),
            ("quantified", _) => "inductive invariant about all elements of arrays".into(),
            _ => "inductive invariant".into(),
        }
    }
}

/// Why a loop is left: unsigned numbers, compared in lexicographic order, decrease from each visit to the next.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RankingReport {
    /// The function whose measure it is: it decreases from a call to the recursive calls in its body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// The loop.
    pub place: Option<Place>,
    /// Calls through which the loop is reached, outermost first; empty in `main`.
    #[serde(default)]
    pub calls: Vec<Place>,
    /// The numbers as C expressions; empty where one has no such text.
    pub expressions: Vec<String>,
    /// What holds at loops, as far as it is told over the program's own variables.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub invariants: Vec<LoopInvariant>,
}

/// What a function expects and promises.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ContractReport {
    /// The function.
    pub function: String,
    /// What holds at every call: C expressions over parameters and globals.
    pub requires: Vec<String>,
    /// What holds when it returns. Names of parameters stand for the arguments, `old(g)` for the
    /// value of a global at the call, `result` for what is returned.
    pub ensures: Vec<String>,
    /// Conjuncts that have no such text.
    #[serde(default)]
    pub untold: usize,
}

/// What a place of the text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SiteKind {
    /// The keyword of a loop: facts hold whenever its condition is about to be evaluated.
    Loop,
    /// A statement: facts hold before it.
    Statement,
}

/// What holds at a place of the text, whatever calls lead there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StatedInvariant {
    /// Where.
    pub place: Place,
    /// What is there.
    pub kind: SiteKind,
    /// C expressions.
    pub facts: Vec<String>,
}

/// What holds at a loop head.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LoopInvariant {
    /// The loop's keyword, or the label of a loop made of jumps.
    pub place: Place,
    /// Calls through which the loop is reached, outermost first; empty in `main`.
    #[serde(default)]
    pub calls: Vec<Place>,
    /// Conjuncts as C expressions over the program's names.
    pub facts: Vec<String>,
    /// Conjuncts that have no such text.
    #[serde(default)]
    pub untold: usize,
}

impl LoopInvariant {
    /// Whether it says that no execution gets there.
    pub fn is_unreachable(&self) -> bool {
        self.facts == ["0"]
    }

    /// The calls under which it holds, ` when called from line 3, line 9`; empty in `main`.
    pub fn context(&self) -> String {
        let calls: Vec<String> = self.calls.iter().map(|c| c.line.to_string()).collect();
        if calls.is_empty() {
            String::new()
        } else {
            format!(" when called from line {}", calls.join(", line "))
        }
    }

    /// What holds, as one sentence.
    pub fn told(&self) -> String {
        let context = self.context();
        if self.is_unreachable() {
            return format!("no execution gets here{context}");
        }
        format!("always here{context}: {}", self.facts.join(" && "))
    }
}
