//! The only file of IC3 that queries SAT solvers.
//!
//! One solver per frame has the gates, the constraints and the frame's lemmas; the next state is
//! asked about through the literals of next-state functions. Queries are restricted to the cones of
//! what they mention and of what is in lemmas: a state that is found is really a predecessor, and
//! no lemma excludes it, so blocking it makes progress.

use super::obligations::Obligation;
use crate::cone::Cone;
use crate::gates::sat;
use crate::model::{Cube, Model};
use crate::options::{Arrangement, Lifting};
use crate::{Counters, Options};
use invar_budget::Budget;
use invar_budget::Moment;
use invar_circuit::{Lit, Node, Reset, Ternary, TernarySimulator};
use invar_sat::{Answer, Domain, Sat};
use std::ops::RangeInclusive;

/// Used activation variables after which a solver is rebuilt.
const WASTE: usize = 1000;

/// The frame of lemmas that hold in all frames.
pub(crate) const FOREVER: usize = usize::MAX;

/// Which solver is asked.
#[derive(Clone, Copy, Debug)]
enum Of {
    Frame(usize),
    /// The one without constraints and lemmas.
    Lift,
}

/// The budget ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Exhausted;

/// Whether a cube has a predecessor in a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// None; the core says which literals it takes.
    Blocked,
    /// One; the frame's solver has it until it is asked again.
    Reached,
}

/// What a state leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target<'c> {
    Bad,
    Cube(&'c [Lit]),
}

/// A cube around a state that was found.
pub(crate) struct Predecessor {
    pub cube: Cube,
    /// Inputs under which every state of the cube leads to the target.
    inputs: Vec<Lit>,
    /// The state's latches without reset value.
    free: Vec<Lit>,
}

/// The solvers of a search.
pub(crate) struct Solvers<'m> {
    model: &'m Model<'m>,
    options: &'m Options,
    budget: Budget,
    /// With gates and constraints, and never asked: others are copies of it.
    base: Box<dyn Sat>,
    /// One solver per frame, or one for all.
    frames: Vec<Box<dyn Sat>>,
    /// If there is one solver for all frames: per frame, the literal under which the lemmas that the
    /// frame owns hold; for frame 0 the first states.
    switches: Vec<invar_sat::Lit>,
    /// The frame of lemmas that are inductive by themselves.
    forever: Box<dyn Sat>,
    lift: Box<dyn Sat>,
    cone: Cone,
    ternary: TernarySimulator,
    /// Buffers for the simulation.
    latch_values: Vec<Ternary>,
    input_values: Vec<Ternary>,
    watched: Vec<Lit>,
    /// Buffers for questions.
    assumptions: Vec<invar_sat::Lit>,
    temporary: Vec<invar_sat::Lit>,
    domain: Vec<invar_sat::Var>,
    pub counters: Counters,
}

impl<'m> Solvers<'m> {
    pub(crate) fn new(model: &'m Model<'m>, options: &'m Options, budget: &Budget) -> Solvers<'m> {
        let base = constrained(model, options);
        Solvers {
            model,
            options,
            budget: budget.clone(),
            frames: Vec::new(),
            switches: Vec::new(),
            forever: copy(base.as_ref(), model, options),
            base,
            lift: model.gates.solver(options.solver),
            cone: Cone::new(model.gates.nodes),
            ternary: TernarySimulator::new(model.circuit),
            latch_values: vec![Ternary::Unknown; model.circuit.latches().len()],
            input_values: vec![Ternary::Unknown; model.circuit.inputs().len()],
            watched: Vec::new(),
            assumptions: Vec::new(),
            temporary: Vec::new(),
            domain: Vec::new(),
            counters: Counters::default(),
        }
    }

    /// Questions may take until this budget ends.
    pub(crate) fn go_on_within(&mut self, budget: &Budget) {
        self.budget = budget.clone();
    }

    /// One more frame, with the lemmas of all frames.
    pub(crate) fn extend<'c>(&mut self, lemmas: impl Iterator<Item = &'c Cube>) {
        let first = self.frames.is_empty();
        match self.options.arrangement {
            Arrangement::PerFrame => {
                let solver = self.frame_solver(first, lemmas);
                self.frames.push(solver);
            }
            Arrangement::Single => {
                if first {
                    self.frames
                        .push(copy(self.base.as_ref(), self.model, self.options));
                }
                let solver = self.frames[0].as_mut();
                let switch = solver.new_var().pos_lit();
                self.switches.push(switch);
                if first {
                    for literal in self.model.reset() {
                        solver.add_clause(&[!switch, sat(literal)]);
                    }
                }
            }
        }
    }

    fn frame_solver<'c>(
        &self,
        first: bool,
        lemmas: impl Iterator<Item = &'c Cube>,
    ) -> Box<dyn Sat> {
        let mut solver = copy(self.base.as_ref(), self.model, self.options);
        if first {
            for literal in self.model.reset() {
                solver.add_clause(&[sat(literal)]);
            }
        }
        lemmas.for_each(|cube| exclude(self.model, solver.as_mut(), cube, None));
        solver
    }

    /// Rebuilds a solver with many used activation variables.
    pub(crate) fn refresh<'c>(&mut self, frame: usize, lemmas: impl Iterator<Item = &'c Cube>) {
        let own = self.options.arrangement == Arrangement::PerFrame && frame != FOREVER;
        if own && self.frames[frame].waste() > WASTE {
            self.frames[frame] = self.frame_solver(frame == 0, lemmas);
        }
    }

    /// Adds a lemma to these frames.
    pub(crate) fn exclude(&mut self, cube: &[Lit], frames: RangeInclusive<usize>) {
        match self.options.arrangement {
            Arrangement::PerFrame => {
                let last = self.frames.len() - 1;
                for frame in *frames.start()..=(*frames.end()).min(last) {
                    exclude(self.model, self.frames[frame].as_mut(), cube, None);
                }
            }
            Arrangement::Single => {
                let last = self.switches.len() - 1;
                let switch = self.switches[(*frames.end()).min(last)];
                exclude(self.model, self.frames[0].as_mut(), cube, Some(switch));
            }
        }
    }

    /// Adds a lemma to all frames.
    pub(crate) fn exclude_forever(&mut self, cube: &[Lit]) {
        exclude(self.model, self.forever.as_mut(), cube, None);
        match self.options.arrangement {
            Arrangement::PerFrame => self.exclude(cube, 1..=usize::MAX),
            // Lemmas of all frames hold in the first states too.
            Arrangement::Single => exclude(self.model, self.frames[0].as_mut(), cube, None),
        }
    }

    /// Sets the cone to what the constraints and the target need.
    fn aim(&mut self, target: Target<'_>) {
        self.cone.clear();
        let gates = &self.model.gates;
        for constraint in &self.model.circuit.constraints {
            self.cone.add(gates, constraint.var());
        }
        match target {
            Target::Bad => self.cone.add(gates, self.model.bad.var()),
            Target::Cube(cube) => {
                for literal in cube {
                    self.cone.add(gates, self.model.next(*literal).var());
                }
            }
        }
    }

    fn take_domain(&mut self) {
        self.domain.clear();
        let members = self.cone.members().iter();
        self.domain
            .extend(members.map(|v| invar_sat::Var::new(v.0)));
    }

    fn ask(&mut self, of: Of) -> Result<Answer, Exhausted> {
        self.take_domain();
        if let (Of::Frame(frame), Arrangement::Single) = (of, self.options.arrangement)
            && frame != FOREVER
        {
            let switches = match frame {
                0 => &self.switches[..1],
                frame => &self.switches[frame..],
            };
            self.assumptions.extend_from_slice(switches);
        }
        let solver = match of {
            Of::Frame(FOREVER) => &mut self.forever,
            Of::Frame(frame) => &mut self.frames[index(self.options, frame)],
            Of::Lift => &mut self.lift,
        };
        let start = Moment::now();
        let domain = Domain::Only(&self.domain);
        let answer = solver.solve(&self.assumptions, &self.temporary, domain, &self.budget);
        self.counters.solving += start.elapsed();
        self.counters.queries += 1;
        match answer {
            Answer::Unknown => Err(Exhausted),
            answer => Ok(answer),
        }
    }

    /// Whether a bad state is in the frame.
    pub(crate) fn bad(&mut self, frame: usize) -> Result<Reach, Exhausted> {
        self.aim(Target::Bad);
        self.assumptions.clear();
        self.assumptions.push(sat(self.model.bad));
        self.temporary.clear();
        Ok(reach(self.ask(Of::Frame(frame))?))
    }

    /// Whether a state of the frame outside the cube leads into it.
    pub(crate) fn consecution(&mut self, frame: usize, cube: &[Lit]) -> Result<Reach, Exhausted> {
        self.aim(Target::Cube(cube));
        for literal in cube {
            self.cone.add(&self.model.gates, literal.var());
        }
        self.assumptions.clear();
        // What is assumed last is rarely in the core: signals are preferred.
        let is_signal = |l: &&Lit| self.model.latch(l.var()).is_none();
        let signals = cube.iter().rev().filter(is_signal);
        let latches = cube.iter().filter(|l| !is_signal(l));
        let next = signals.chain(latches).map(|l| sat(self.model.next(*l)));
        self.assumptions.extend(next);
        self.temporary.clear();
        self.temporary.extend(cube.iter().map(|l| sat(!*l)));
        Ok(reach(self.ask(Of::Frame(frame))?))
    }

    /// After a blocked consecution: the literals that it took, joined by one that keeps the cube
    /// apart from the first states.
    pub(crate) fn core(&self, frame: usize, cube: &[Lit]) -> Cube {
        let solver = self.solver(frame);
        let used = |l: &Lit| solver.in_core(sat(self.model.next(*l)));
        let mut core: Cube = cube.iter().copied().filter(used).collect();
        if self.model.meets_reset(&core) {
            let apart = |l: &&Lit| self.model.contradicts_reset(**l);
            let literal = cube.iter().find(apart);
            core.push(*literal.expect("a cube that is asked about meets no first state"));
            core.sort_unstable();
        }
        core
    }

    fn solver(&self, frame: usize) -> &dyn Sat {
        match frame {
            FOREVER => self.forever.as_ref(),
            frame => self.frames[index(self.options, frame)].as_ref(),
        }
    }

    /// After a reached answer: the value of a literal, if the question was about it.
    pub(crate) fn value(&self, frame: usize, literal: Lit) -> Option<bool> {
        self.solver(frame).value(sat(literal))
    }

    /// After a reached answer about the target: the state found, as far as the target and the
    /// constraints depend on it.
    pub(crate) fn state(&mut self, frame: usize, target: Target<'_>) -> Cube {
        self.aim(target);
        let mut state = Cube::new();
        for var in self.cone.members() {
            if self.model.in_cubes(*var)
                && let Some(value) = self.solver(frame).value(sat(var.lit()))
            {
                state.push(var.lit() ^ !value);
            }
        }
        state.sort_unstable();
        state
    }

    /// After a reached answer about the target: a cube around the state found of which every state
    /// leads to the target under the inputs found. If no literal of it contradicts the reset values,
    /// the state found with these is a first one, or all first states that agree with the cube's
    /// latches are in the cube.
    pub(crate) fn predecessor(
        &mut self,
        frame: usize,
        target: Target<'_>,
    ) -> Result<Predecessor, Exhausted> {
        let mut state = self.state(frame, target);
        let found = state.clone();
        let mut inputs = Vec::new();
        for var in self.cone.members() {
            if matches!(self.model.circuit.node(*var), Node::Input(_))
                && let Some(value) = self.solver(frame).value(sat(var.lit()))
            {
                inputs.push(var.lit() ^ !value);
            }
        }
        if self.options.lifting != Lifting::Ternary {
            self.shrink(target, &mut state, &inputs)?;
        }
        if self.options.lifting != Lifting::Core {
            self.forget(target, &mut state, &inputs);
        }
        self.keep_apart(&mut state, &found);
        state.sort_unstable();
        let reset = |l: &Lit| {
            let number = self.model.latch(l.var());
            number.map(|n| self.model.circuit.latches()[n].reset)
        };
        let free = found.into_iter().filter(|l| reset(l) == Some(Reset::Free));
        Ok(Predecessor {
            cube: state,
            inputs,
            free: free.collect(),
        })
    }

    /// Signals may exclude the first states together though none does so alone: then a latch of the
    /// state found joins them that does.
    fn keep_apart(&self, cube: &mut Cube, found: &Cube) {
        let model = self.model;
        let unsure = cube.iter().any(|l| model.depends_on_first_state(*l));
        if unsure && model.meets_reset(cube) {
            let mut latches = found.iter().filter(|l| model.latch(l.var()).is_some());
            cube.extend(latches.find(|l| model.contradicts_reset(**l)));
        }
    }

    /// Keeps the literals that are in the core of "this state does not lead to the target".
    fn shrink(
        &mut self,
        target: Target<'_>,
        state: &mut Cube,
        inputs: &[Lit],
    ) -> Result<(), Exhausted> {
        self.temporary.clear();
        let constraints = self.model.circuit.constraints.iter();
        self.temporary.extend(constraints.map(|c| sat(!*c)));
        match target {
            Target::Bad => self.temporary.push(sat(!self.model.bad)),
            Target::Cube(cube) => {
                let next = cube.iter().map(|l| sat(!self.model.next(*l)));
                self.temporary.extend(next);
            }
        }
        for _ in 0..2 {
            let before = state.len();
            self.assumptions.clear();
            self.assumptions.extend(inputs.iter().map(|l| sat(*l)));
            // What is assumed last is rarely in the core: each round reverses the order. Signals
            // always come before latches: each represents several of them.
            state.reverse();
            state.sort_by_key(|l| self.model.latch(l.var()).is_some());
            self.assumptions.extend(state.iter().map(|l| sat(*l)));
            if self.ask(Of::Lift)? != Answer::Unsat {
                // The values do not decide the target: keep them all.
                break;
            }
            let lift = &self.lift;
            state.retain(|l| lift.in_core(sat(*l)));
            if state.len() == before {
                break;
            }
        }
        if self.lift.waste() > WASTE {
            self.lift = self.model.gates.solver(self.options.solver);
        }
        Ok(())
    }

    /// Drops literals without which three-valued simulation still sees the target.
    fn forget(&mut self, target: Target<'_>, state: &mut Cube, inputs: &[Lit]) {
        let circuit = self.model.circuit;
        for literal in state.iter().chain(inputs) {
            let value = Ternary::from(!literal.is_negated());
            match circuit.node(literal.var()) {
                Node::Latch(number) => self.latch_values[number as usize] = value,
                Node::Input(number) => self.input_values[number as usize] = value,
                Node::False | Node::And(..) => {}
            }
        }
        self.watched.clear();
        self.watched.extend_from_slice(&circuit.constraints);
        match target {
            Target::Bad => self.watched.push(self.model.bad),
            Target::Cube(cube) => {
                let next = cube.iter().map(|l| self.model.next(*l));
                self.watched.extend(next);
            }
        }
        let simulator = &mut self.ternary;
        simulator.focus(&self.latch_values, &self.input_values, &self.watched);
        let holds = |l: &Lit| simulator.value(*l) == Ternary::True;
        if self.watched.iter().all(holds) {
            // Latches are enough, so signals go.
            state.retain(|l| {
                matches!(circuit.node(l.var()), Node::Latch(_)) && !simulator.try_unknown(l.var())
            });
        }
        self.latch_values.fill(Ternary::Unknown);
        self.input_values.fill(Ternary::Unknown);
    }

    /// The cube as an obligation.
    pub(crate) fn obligation(
        &mut self,
        frame: usize,
        target: Target<'_>,
        next: Option<(usize, u32)>,
    ) -> Result<Obligation, Exhausted> {
        let Predecessor { cube, inputs, free } = self.predecessor(frame, target)?;
        self.counters.obligations += 1;
        Ok(Obligation {
            cube,
            inputs,
            free,
            next: next.map(|(number, _)| number),
            depth: next.map_or(0, |(_, depth)| depth + 1),
            returns: 0,
        })
    }
}

fn reach(answer: Answer) -> Reach {
    match answer {
        Answer::Unsat => Reach::Blocked,
        Answer::Sat | Answer::Unknown => Reach::Reached,
    }
}

/// The solver of a frame among all.
fn index(options: &Options, frame: usize) -> usize {
    match options.arrangement {
        Arrangement::PerFrame => frame,
        Arrangement::Single => 0,
    }
}

fn constrained(model: &Model<'_>, options: &Options) -> Box<dyn Sat> {
    let mut solver = model.gates.solver(options.solver);
    for constraint in &model.circuit.constraints {
        solver.add_clause(&[sat(*constraint)]);
    }
    solver
}

/// A copy of the base solver; a new one where a solver cannot be copied.
fn copy(base: &dyn Sat, model: &Model<'_>, options: &Options) -> Box<dyn Sat> {
    base.copy().unwrap_or_else(|| constrained(model, options))
}

/// Adds a lemma, if need be under a switch. Its variables belong to every query from then on:
/// without them cubes are reached from states that other lemmas exclude, which doubles the number
/// of obligations. So does all that a signal depends on: otherwise its value would be unrelated to
/// the state found.
fn exclude(model: &Model<'_>, solver: &mut dyn Sat, cube: &[Lit], switch: Option<invar_sat::Lit>) {
    let mut clause: Vec<_> = cube.iter().map(|l| sat(!*l)).collect();
    for literal in cube {
        for var in model.support(*literal) {
            solver.in_every_domain(invar_sat::Var::new(var.0));
        }
    }
    clause.extend(switch.map(|s| !s));
    solver.add_clause(&clause);
}
