//! When to restart: while the clauses learnt lately are worse than those before (Audemard & Simon
//! 2012, with moving averages after Biere & Fröhlich 2015). Heuristic; against Luby's sequence, in
//! processor time of `examples/hard`: pigeons a half, multipliers about three quarters, random
//! formulas the same.

/// Conflicts between restarts, at least.
const INTERVAL: u64 = 20;
/// How much worse.
const MARGIN: f64 = 1.15;
const FAST: f64 = 32.0;
const SLOW: f64 = 4096.0;

/// Averages of glue, over all questions.
#[derive(Clone, Debug, Default)]
pub(super) struct Restarts {
    fast: f64,
    slow: f64,
    learnt: f64,
    since_last: u64,
}

impl Restarts {
    /// A new question.
    pub(super) fn begin(&mut self) {
        self.since_last = 0;
    }

    /// A clause of this glue was learnt.
    pub(super) fn learnt(&mut self, glue: u32) {
        self.learnt += 1.0;
        self.since_last += 1;
        let glue = f64::from(glue);
        self.fast += (glue - self.fast) / FAST.min(self.learnt);
        self.slow += (glue - self.slow) / SLOW.min(self.learnt);
    }

    pub(super) fn is_due(&self) -> bool {
        self.since_last >= INTERVAL && self.fast > MARGIN * self.slow
    }
}
