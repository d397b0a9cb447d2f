//! Paths through the blocks of random programs.

use super::automata::{Random, random_program};
use super::systems::Question;
use crate::shared::ic3::{Cube, PlaceKind, START, StepId, System};
use crate::shared::tree::{Facts, Path};
use invar_encode::{Arithmetic, BlockGraph};

/// Steps of a path at most.
const LENGTH: usize = 8;
const VARIABLES: u32 = 3;
const WIDTH: u32 = 3;

/// A path from the start to a target of a random program.
pub(super) fn question(random: &mut Random) -> Question {
    loop {
        let program = random_program(random, VARIABLES, WIDTH);
        let blocks = BlockGraph::of(&program, Arithmetic::Bv).expect("these programs have blocks");
        let system = System::of_blocks(&blocks);
        if let Some(path) = walk(&system, random) {
            return Question {
                system,
                facts: Facts::new(),
                path,
                goals: vec![Cube::default()],
            };
        }
    }
}

/// Random steps from the start until a target is met.
fn walk(system: &System, random: &mut Random) -> Option<Path> {
    let mut at = START;
    let mut steps = Vec::new();
    while steps.len() < LENGTH {
        let all = system.steps.iter().enumerate();
        let mut outgoing: Vec<usize> = all.filter(|(_, s)| s.from == at).map(|(i, _)| i).collect();
        let is_target = |step: &usize| {
            let to = system.steps[*step].to;
            matches!(system.place(to).kind, PlaceKind::Target(_))
        };
        // Short paths are seldom refuted by more than one clause.
        if steps.len() < 2 && !outgoing.iter().all(is_target) {
            outgoing.retain(|step| !is_target(step));
        }
        let choices = outgoing.len() as u32;
        let chosen = *outgoing.get(random.below(choices.max(1)) as usize)?;
        steps.push(StepId(chosen as u32));
        at = system.steps[chosen].to;
        if is_target(&chosen) {
            let labels = vec![Vec::new(); steps.len()];
            return Some(Path { steps, labels });
        }
    }
    None
}
