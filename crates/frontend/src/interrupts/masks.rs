//! The masks of interrupts: variables of the program that the functions and instructions of the table change.

use super::table::{self, Effect};
use super::{AT, compound, statement};
use crate::ast::{
    BinaryOp, CastKind, Expr, ExprKind, FunId, Statement, StatementKind, Storage, Type, UnaryOp,
    Unit, VariableId,
};
use crate::rewrite::build::{At, hidden_variable, integer};
use crate::rewrite::walk::{self, Visitor};
use invar_cfa::InterruptStart;
use std::collections::BTreeSet;

/// The variables of the masks.
pub(super) struct Masks {
    /// `PRIMASK`, or what the machine has instead.
    interrupts: VariableId,
    /// `FAULTMASK`.
    faults: VariableId,
    /// Critical sections that are not left yet.
    sections: VariableId,
}

fn unsigned() -> Type {
    integer("unsigned int", 32)
}

impl Masks {
    /// Adds the variables, and gives bodies to what changes them.
    pub(super) fn insert(unit: &mut Unit, entry: FunId) -> Masks {
        let mut variable =
            |name: &str| hidden_variable(unit, name, unsigned(), Storage::Global, None);
        let masks = Masks {
            interrupts: variable("interrupts masked"),
            faults: variable("faults masked"),
            sections: variable("critical sections"),
        };
        let called = called_functions(unit);
        let mut reset = InterruptStart::Enabled;
        for number in 0..unit.functions.len() {
            let id = FunId(number as u32);
            if unit.functions[number].body.is_none() {
                let row = table::function(&unit.functions[number].name);
                if let Some((name, effect, start)) = row {
                    let name = format!("{name} with interrupt handlers");
                    masks.give_body(unit, id, effect, &name);
                    if effect == Effect::Unmask && called.contains(&id) {
                        reset = reset.max(start);
                    }
                    if effect != Effect::Nothing && called.contains(&id) {
                        let name = unit.functions[number].name.clone();
                        unit.interrupts.masking.insert(name);
                        unit.interrupts.machine = unit.interrupts.machine.max(start);
                    }
                }
                continue;
            }
            let mut found = Instructions {
                masks: &masks,
                registers: status_registers(unit),
                reset: InterruptStart::Enabled,
                machine: InterruptStart::Enabled,
            };
            walk::function(unit, id, &mut found);
            reset = reset.max(found.reset);
            unit.interrupts.machine = unit.interrupts.machine.max(found.machine);
        }
        // Elsewhere the program runs already.
        if &*unit.function(entry).name != "main" {
            reset = InterruptStart::Enabled;
        }
        if reset == InterruptStart::Masked {
            let one = At(None).number(1);
            let one = AT.cast(CastKind::IntegralCast, one, unsigned());
            unit.variables[masks.interrupts.0 as usize].initialiser = Some(one);
        }
        unit.interrupts.start = reset;
        masks
    }

    /// On machines that start masked, a handler runs masked and its return unmasks: what handlers do to the mask is not
    /// modelled there.
    pub(super) fn refuse_in_handlers(&self, unit: &mut Unit) {
        if unit.interrupts.machine != InterruptStart::Masked {
            return;
        }
        let of_handlers: Vec<FunId> = unit.interrupts.levels.keys().copied().collect();
        for function in of_handlers {
            walk::function(unit, function, &mut Refused(self.interrupts));
        }
    }

    /// The conditions under which no handler runs.
    pub(super) fn conditions(&self, unit: &Unit) -> Vec<Expr> {
        // What nothing changes is zero.
        let changed = changed_variables(unit);
        let masks = [self.interrupts, self.faults];
        let masks = masks.into_iter().filter(|mask| changed.contains(mask));
        masks.map(|mask| self.read(mask)).collect()
    }

    fn read(&self, mask: VariableId) -> Expr {
        AT.read(AT.variable(mask, &unsigned()))
    }

    fn set(&self, mask: VariableId, value: Expr) -> Statement {
        let target = AT.variable(mask, &unsigned());
        statement(StatementKind::Expression(AT.assign(target, value)))
    }

    fn number(&self, value: i128) -> Expr {
        Expr {
            kind: ExprKind::Integer(value),
            ty: unsigned(),
            span: None,
        }
    }

    /// The mask as a value of a type.
    fn mask_as(&self, ty: &Type) -> Expr {
        let mask = self.read(self.interrupts);
        AT.cast(CastKind::WrittenIntegralCast, mask, ty.clone())
    }

    /// The lowest bit of a value becomes the mask.
    fn set_to(&self, value: Expr) -> Statement {
        let value = AT.cast(CastKind::WrittenIntegralCast, value, unsigned());
        let bit = AT.binary(BinaryOp::BitAnd, value, self.number(1), unsigned());
        self.set(self.interrupts, bit)
    }

    /// What an effect does that has neither argument nor result.
    fn statements(&self, effect: Effect, name: &str) -> Vec<Statement> {
        let no_section = |body: StatementKind| {
            let zero = self.number(0);
            let condition = AT.binary(
                BinaryOp::Equal,
                self.read(self.sections),
                zero,
                super::int(),
            );
            statement(StatementKind::If {
                condition,
                then: Box::new(statement(body)),
                otherwise: None,
            })
        };
        let counted = |op: BinaryOp| {
            let one = self.number(1);
            let sum = AT.binary(op, self.read(self.sections), one, unsigned());
            self.set(self.sections, sum)
        };
        match effect {
            Effect::Mask => vec![self.set(self.interrupts, self.number(1))],
            Effect::Unmask => vec![self.set(self.interrupts, self.number(0))],
            Effect::MaskFaults => vec![self.set(self.faults, self.number(1))],
            Effect::UnmaskFaults => vec![self.set(self.faults, self.number(0))],
            Effect::EnterCritical => vec![
                self.set(self.interrupts, self.number(1)),
                counted(BinaryOp::Add),
            ],
            Effect::ExitCritical => {
                let unmask = self.set(self.interrupts, self.number(0));
                vec![
                    no_section(StatementKind::Unsupported(
                        "end of a critical section that did not begin".into(),
                    )),
                    counted(BinaryOp::Sub),
                    no_section(unmask.kind),
                ]
            }
            Effect::Nothing => Vec::new(),
            Effect::SetMask | Effect::GetMask | Effect::NotModelled => {
                vec![statement(StatementKind::Unsupported(name.to_owned()))]
            }
        }
    }

    /// A function without a body does what the table says.
    fn give_body(&self, unit: &mut Unit, id: FunId, effect: Effect, name: &str) {
        let declared = unit.function(id).clone();
        let mut parameters = Vec::new();
        for ty in &declared.ty.parameters {
            let storage = Storage::Parameter(id);
            parameters.push(hidden_variable(unit, "mask", ty.clone(), storage, None));
        }
        let body = match (effect, parameters.as_slice(), &declared.ty.result) {
            (Effect::SetMask, [parameter], Type::Void)
                if is_integer(&declared.ty.parameters[0]) =>
            {
                let ty = &declared.ty.parameters[0];
                vec![self.set_to(AT.read(AT.variable(*parameter, ty)))]
            }
            (Effect::GetMask, [], ty) if is_integer(ty) => {
                vec![statement(StatementKind::Return(Some(self.mask_as(ty))))]
            }
            (Effect::SetMask | Effect::GetMask, ..) => self.statements(Effect::NotModelled, name),
            (effect, _, Type::Void) => self.statements(effect, name),
            _ => self.statements(Effect::NotModelled, name),
        };
        let function = &mut unit.functions[id.0 as usize];
        function.parameters = parameters;
        function.body = Some(compound(body));
    }
}

fn is_integer(ty: &Type) -> bool {
    matches!(ty, Type::Int(_))
}

/// The variables that bodies assign to.
fn changed_variables(unit: &Unit) -> BTreeSet<VariableId> {
    let mut changed = BTreeSet::new();
    for body in unit.functions.iter().filter_map(|f| f.body.as_ref()) {
        unit.any_expression(body, &mut |expr| {
            if let Some(Expr {
                kind: ExprKind::Variable(id),
                ..
            }) = expr.changed()
            {
                changed.insert(*id);
            }
            false
        });
    }
    let initialised = unit.variables.iter().enumerate();
    let initialised = initialised.filter(|(_, variable)| variable.initialiser.is_some());
    changed.extend(initialised.map(|(number, _)| VariableId(number as u32)));
    changed
}

/// The functions that bodies call by name.
fn called_functions(unit: &Unit) -> BTreeSet<FunId> {
    let mut called = BTreeSet::new();
    for body in unit.functions.iter().filter_map(|f| f.body.as_ref()) {
        unit.any_expression(body, &mut |expr| {
            if let ExprKind::Call { callee, .. } = &expr.kind {
                called.extend(callee.direct_callee());
            }
            false
        });
    }
    called
}

/// The variables that are status registers.
fn status_registers(unit: &Unit) -> BTreeSet<VariableId> {
    let named = unit.variables.iter().enumerate();
    let named = named.filter(|(_, variable)| table::STATUS_REGISTERS.contains(&&*variable.name));
    named.map(|(number, _)| VariableId(number as u32)).collect()
}

/// Refuses changes of a mask.
struct Refused(VariableId);

impl Visitor for Refused {
    fn expression(&mut self, expr: &mut Expr) {
        let is_mask = |target: &Expr| matches!(target.kind, ExprKind::Variable(id) if id == self.0);
        if expr.changed().is_some_and(is_mask) {
            let what = "mask of interrupts in a handler, on a machine that starts masked";
            expr.kind = ExprKind::Unsupported(what.into());
        }
    }
}

/// Replaces instructions that change masks, and refuses those that may do so otherwise.
struct Instructions<'m> {
    masks: &'m Masks,
    registers: BTreeSet<VariableId>,
    reset: InterruptStart,
    machine: InterruptStart,
}

impl Visitor for Instructions<'_> {
    fn expression(&mut self, expr: &mut Expr) {
        if expr.changed().is_some_and(|target| self.is_status(target)) {
            let what = "status register that masks interrupts, with interrupt handlers";
            expr.kind = ExprKind::Unsupported(what.into());
        }
    }

    fn statement(&mut self, at: &mut Statement) {
        let StatementKind::Assembler {
            outputs,
            inputs,
            template,
            ..
        } = &at.kind
        else {
            return;
        };
        let (_, effect, reset) = table::instruction(template);
        if effect == Effect::Unmask {
            self.reset = self.reset.max(reset);
        }
        self.machine = self.machine.max(reset);
        let what = "inline assembler with interrupt handlers";
        let list = match (effect, outputs.as_slice(), inputs.as_slice()) {
            (Effect::GetMask, [output], []) if is_integer(&output.ty) => {
                let mask = self.masks.mask_as(&output.ty);
                let assigned = AT.assign(output.clone(), mask);
                vec![statement(StatementKind::Expression(assigned))]
            }
            (Effect::SetMask, [], [input]) if is_integer(&input.ty) => {
                vec![self.masks.set_to(input.clone())]
            }
            (effect, [], []) => self.masks.statements(effect, what),
            _ => self.masks.statements(Effect::NotModelled, what),
        };
        at.kind = StatementKind::Compound(list);
    }
}

impl Instructions<'_> {
    /// Whether a designator is a register that masks interrupts.
    fn is_status(&self, target: &Expr) -> bool {
        match &target.unmarked().kind {
            ExprKind::Variable(id) => self.registers.contains(id),
            ExprKind::Unary(UnaryOp::Dereference, pointer) => is_status_address(pointer),
            ExprKind::Cast(_, inner) | ExprKind::Member { base: inner, .. } => {
                self.is_status(inner)
            }
            _ => false,
        }
    }
}

fn is_status_address(pointer: &Expr) -> bool {
    match &pointer.kind {
        ExprKind::Integer(address) => table::STATUS_ADDRESSES.contains(address),
        ExprKind::Cast(_, inner) => is_status_address(inner),
        ExprKind::Binary(BinaryOp::Add, left, right) => match (&left.kind, &right.kind) {
            (ExprKind::Integer(a), ExprKind::Integer(b)) => {
                table::STATUS_ADDRESSES.contains(&(a + b))
            }
            _ => false,
        },
        _ => false,
    }
}
