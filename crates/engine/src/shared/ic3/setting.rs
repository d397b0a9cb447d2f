//! What every part of a search refers to and none changes.

use super::options::Options;
use super::system::System;
use crate::Context;

/// The system, what may be used, and which parts are in use.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'r> {
    pub system: &'r System,
    pub context: &'r Context<'r>,
    pub options: &'r Options,
}
