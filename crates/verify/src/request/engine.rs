//! Engines by name, from the table of the engines.

use super::Named;
pub use invar_engine::{Ability, EngineId};

impl Named for EngineId {
    const ALL: &'static [EngineId] = EngineId::ALL;

    fn name(self) -> &'static str {
        EngineId::name(self)
    }

    fn help(self) -> String {
        self.row().help.to_owned()
    }

    fn former_name(self) -> Option<&'static str> {
        self.row().former_name
    }
}
