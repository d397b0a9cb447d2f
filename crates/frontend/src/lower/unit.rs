//! Lowering of a whole translation unit: what is found out before, every function that is called, the start.

use super::body::Body;
use super::lowering::{Lowering, empty_function};
use super::place::Value;
use super::state::Outcome;
use crate::ast::{self, FunId, Type, Unit, VariableId};
use crate::facts::Annotations;
use crate::library::{APPROXIMATE, APPROXIMATED};
use crate::models::is_model;
use crate::points_to::{NodeId, PointsTo};
use crate::specialise::specialised;
use invar_cfa::{Cfa, DataModel, FunctionId, Program, Property};
use std::sync::Arc;

/// The name of the function that initialises the globals and calls `main`.
pub(super) const START: &str = "$start";

/// Turns a unit into a program for one property; `None` if it has no `main` with a body.
pub fn lower(unit: &Unit, data_model: DataModel, property: Property) -> Option<Program> {
    let main = main_of(unit)?;
    let copies = specialised(unit, main);
    let unit = copies.as_ref().unwrap_or(unit);
    let points_to = PointsTo::analyse(unit, data_model, main);
    let lowering = Lowering::new(unit, data_model, property, points_to);
    Some(lower_with(lowering, main).0)
}

/// As [`lower`], with what others say about the program as part of it.
pub fn lower_annotated(
    unit: &Unit,
    data_model: DataModel,
    property: Property,
    annotations: &Annotations,
) -> Option<(Program, Outcome)> {
    let main = main_of(unit)?;
    let points_to = PointsTo::analyse(unit, data_model, main);
    let mut lowering = Lowering::new(unit, data_model, property, points_to);
    lowering.annotations = Some(annotations);
    Some(lower_with(lowering, main))
}

/// Which memory of code that is not there can be accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExternalMemory {
    /// As much as the accesses need, at every pointer that is not null.
    Assumed,
    /// What the precondition says.
    Required,
}

/// As [`lower`], for a program that starts at a function of a unit that [`open`](crate::entry::open) made
/// ready for it.
pub fn lower_entry(
    unit: &Unit,
    data_model: DataModel,
    property: Property,
    entry: FunId,
    external: ExternalMemory,
) -> Program {
    let copies = specialised(unit, entry);
    let unit = copies.as_ref().unwrap_or(unit);
    let points_to = PointsTo::analyse_entry(unit, data_model, entry);
    let mut lowering = Lowering::new(unit, data_model, property, points_to);
    lowering.starts_at_main = false;
    if external == ExternalMemory::Required {
        lowering.ranges = Some(Vec::new());
    }
    lower_with(lowering, entry).0
}

fn main_of(unit: &Unit) -> Option<FunId> {
    let main = unit
        .functions
        .iter()
        .position(|f| &*f.name == "main" && f.body.is_some())?;
    Some(FunId(main as u32))
}

fn lower_with(mut lowering: Lowering<'_>, main: FunId) -> (Program, Outcome) {
    lowering.find_program_lifetimes(main);
    lowering.find_arguments(main);
    lowering.find_approximations();
    lowering.survey_objects();
    lowering.find_shared_data();
    lowering.program.functions.push(empty_function(START, None));
    lowering.function_id(main);
    while let Some((function, id)) = lowering.pending.pop() {
        lowering.function(function, id);
    }
    lowering.cut_loops();
    // Last, since only what the functions mention needs a value.
    lowering.start(main);
    lowering.name_objects();
    lowering.note_enumerations();
    lowering.note_volatile();
    lowering.program.notes = Arc::new(lowering.notes);
    (lowering.program, lowering.outcome)
}

impl Lowering<'_> {
    /// What the arguments of `main` lead to, but for `argv`.
    fn find_arguments(&mut self, main: FunId) {
        if !self.starts_at_main {
            return;
        }
        let vector = crate::points_to::argument_vector(self.unit, main);
        self.has_argument_vector = vector.is_some();
        let parameters = self.unit.function(main).parameters.iter();
        let others = parameters.filter(|parameter| vector != Some(**parameter));
        let nodes = others.map(|p| self.points_to.variable(*p).node);
        let mut todo: Vec<NodeId> = nodes
            .flat_map(|node| self.points_to.node(node).targets.iter().copied())
            .collect();
        while let Some(node) = todo.pop() {
            if self.arguments.insert(node) {
                todo.extend(&self.points_to.node(node).targets);
            }
        }
    }

    /// Whether functions without a body may write to one of several objects.
    fn has_several_written_externally(&mut self) -> bool {
        let nodes = (0..).map(NodeId).zip(self.points_to.nodes());
        let written = nodes.filter(|(_, node)| node.written_externally);
        let written: Vec<NodeId> = written.map(|(id, _)| id).collect();
        written.into_iter().any(|node| self.single(node).is_none())
    }

    /// Whether results of the library, or what functions without a body write, may be only bounded.
    fn find_approximations(&mut self) {
        let unit = self.unit;
        let is_called = (self.points_to.functions().iter()).any(|id| {
            let function = unit.function(*id);
            &*function.name == APPROXIMATE && is_model(unit, function.span)
        });
        let is_state = |v: &ast::VariableDecl| {
            &*v.name == APPROXIMATED && (v.span.is_none() || is_model(unit, v.span))
        };
        self.approximated = (unit.variables.iter().position(is_state))
            .filter(|_| is_called || self.has_several_written_externally())
            .map(|number| VariableId(number as u32));
    }

    /// Locals of `main` outside inner blocks exist until the program ends, except arrays of computed length: a jump
    /// back over the declaration ends them.
    fn find_program_lifetimes(&mut self, main: FunId) {
        if self.points_to.recursive(main) {
            return;
        }
        self.first = Some(main);
        let unit = self.unit;
        let declared = unit.function(main);
        self.program_lifetime.extend(&declared.parameters);
        let body = declared.body.as_ref().map(|body| &body.kind);
        let Some(ast::StatementKind::Compound(list)) = body else {
            return;
        };
        for statement in list {
            if let ast::StatementKind::Declare(variables) = &statement.kind {
                let is_fixed =
                    |id: &&VariableId| !matches!(unit.variable(**id).ty, Type::VariableArray(..));
                self.program_lifetime
                    .extend(variables.iter().filter(is_fixed));
            }
        }
    }

    /// The function that gives globals their values and calls `main`.
    fn start(&mut self, main: FunId) {
        let mut body = Body::new(self, FunctionId(0), START, Cfa::new(START));
        body.contents();
        // Initialisers give values to what the functions mention, and mention nothing more.
        body.initialising = true;
        body.globals();
        body.strings();
        body.initialising = false;
        body.call_main(main);
        if body.lowering.starts_at_main {
            body.check_leaks(main);
        }
        body.finish();
    }

    fn function(&mut self, fun: FunId, id: FunctionId) {
        let unit = self.unit;
        let declared = unit.function(fun);
        let name = declared.name.clone();
        let stable_name = self.unique_function(&name);
        let mut body = Body::new(self, id, &stable_name, Cfa::new(&name));
        if let Some(statement) = &declared.body {
            body.take_parameters(&declared.parameters);
            body.scope.extend(&declared.parameters);
            body.function_body(statement);
        }
        body.finish();
    }
}

impl Body<'_, '_> {
    /// Arguments go where the parameters live.
    fn take_parameters(&mut self, parameters: &[VariableId]) {
        for parameter in parameters {
            if !self.lowering.points_to.in_memory(*parameter) {
                continue;
            }
            let span = self.lowering.unit.variable(*parameter).span;
            let argument = self.storage(*parameter);
            let value = Value {
                leaves: argument.leaves.iter().map(|v| self.symbol(*v)).collect(),
                shape: argument.shape,
            };
            self.begin_lifetime(*parameter, span);
            if self.lowering.has_own_address(*parameter)
                && self.make_local(*parameter, span).is_err()
            {
                continue;
            }
            let place = self.variable_place(*parameter);
            // What could not be lowered already leads into its own location.
            let _ = self.write(&place, &value, span);
        }
    }
}
