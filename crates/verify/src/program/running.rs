//! What running the program can say.

/// Whether running the program may be a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Running {
    /// Not tried yet, or the only run violates some assertions and proves the others.
    MayProve,
    /// There may be several runs, or the run is too long.
    ProvesNothing,
}
