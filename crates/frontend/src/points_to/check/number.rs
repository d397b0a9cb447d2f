//! The second walk: integers, where integers may become pointers.
//!
//! An integer of the width of a pointer may carry a pointer; it is typed as a pointer is. Any other
//! integer is a number. Of numbers the walk knows whether they may hold what was computed from an
//! address of the program: a pointer made of those may lead to any object, whatever its node says.
//! Where a program computes such numbers at all, its decisions may depend on them, and any integer of
//! the width of a pointer may have been put together from an address.
//! What is stored is remembered by node, so the walk is repeated until nothing changes.

use super::{Checker, Distance, Target};
use crate::ast::{BinaryOp, CastKind, Expr, ExprKind, FunId, FunctionDecl, Storage, Type, UnaryOp};
use crate::library::{Standing, is_input, standing};
use crate::points_to::ExprKey;
use crate::points_to::generate::{Carry, variable};
use crate::points_to::graph::Raw;

/// Low bits of an address in which programs keep tags.
pub(crate) const MAX_TAG: u128 = 1 << 12;

/// Numbers below this, and as many at the end of the address space, are null or stand for errors.
const NEAR_NULL: i128 = 4096;

/// What numbers in a node may be, besides plain ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Number {
    /// Inputs of fewer bits than a pointer.
    Input,
    /// Computed from an address, or an input of the width of a pointer.
    Address,
}

impl Number {
    fn of(value: Target) -> Option<Number> {
        match value {
            Target::Nothing | Target::Plain => None,
            Target::Input => Some(Number::Input),
            Target::At(_) | Target::Loaded(_) | Target::Given | Target::Unknown => {
                Some(Number::Address)
            }
        }
    }

    fn target(level: Option<Number>) -> Target {
        match level {
            None => Target::Plain,
            Some(Number::Input) => Target::Input,
            Some(Number::Address) => Target::Unknown,
        }
    }
}

impl<'u> Checker<'_, 'u> {
    /// Whether integers are followed.
    pub(super) fn follows_integers(&self) -> bool {
        self.generator.carry == Carry::Integers
    }

    pub(super) fn is_number(&self, ty: &Type) -> bool {
        self.follows_integers() && matches!(ty, Type::Int(_) | Type::Enum(_) | Type::Bool)
    }

    /// Whether pointers to a cell may lead to objects of the program.
    pub(super) fn leads_inside(&mut self, at: Raw) -> bool {
        let node = self.generator.graph.find(at).node;
        self.inside.contains(&node) || self.findings.unchecked.contains(&node)
    }

    /// A value that is computed with: it no longer carries a pointer.
    fn as_number(&mut self, value: Target) -> Target {
        let number = self.number(value);
        if let (Target::At(_) | Target::Loaded(_), Target::Unknown) = (value, number) {
            self.reveals = true;
        }
        number
    }

    /// A value as a number.
    pub(super) fn number(&mut self, value: Target) -> Target {
        match value {
            Target::At(at) | Target::Loaded(at) => {
                if self.leads_inside(at) {
                    Target::Unknown
                } else {
                    Target::Plain
                }
            }
            Target::Given => Target::Unknown,
            other => other,
        }
    }

    fn level(&mut self, at: Raw) -> Option<Number> {
        let node = self.generator.graph.find(at).node;
        self.numbers.get(&node).copied()
    }

    /// Numbers of this kind are stored in the node of a place.
    pub(super) fn raise(&mut self, at: Raw, level: Option<Number>) {
        let node = self.generator.graph.find(at).node;
        let known = self.numbers.get(&node).copied();
        if let Some(level) = level
            && known < Some(level)
        {
            self.numbers.insert(node, level);
        }
    }

    /// Numbers of one place may be stored in another.
    pub(super) fn copy_numbers(&mut self, to: Raw, from: Raw) {
        let level = self.level(from);
        self.raise(to, level);
    }

    /// An integer is read.
    pub(super) fn load_number(&mut self, at: Option<Raw>, object: &Expr, expr: &Expr) -> Target {
        let Some(at) = at else {
            return Target::Unknown;
        };
        let number = Number::target(self.level(at));
        let carries = self.generator.carries(&expr.ty) && !self.is_bit_field(object);
        let value = match self.slot(Some(at)) {
            Target::At(slot) if carries && number != Target::Unknown && self.leads_inside(slot) => {
                Target::Loaded(slot)
            }
            _ => number,
        };
        self.recorded_number(expr, value)
    }

    /// The value of an integer expression, compared with what is recorded for it.
    pub(super) fn recorded_number(&mut self, expr: &Expr, value: Target) -> Target {
        if let Some(at) = self.generator.pointees.get(&ExprKey::of(expr)).copied() {
            self.flow_number(value, at);
        }
        value
    }

    /// An integer flows to where integers carry pointers to a cell. Numbers may flow there too: what
    /// is made of them is asked where they become pointers.
    fn flow_number(&mut self, value: Target, to: Raw) {
        if let Target::At(_) | Target::Loaded(_) = value {
            self.flow(value, to);
        }
    }

    /// An integer is stored.
    pub(super) fn store_number(&mut self, to: Option<Raw>, ty: &Type, value: Target) {
        let Some(to) = to else {
            return self.unknown_store(value);
        };
        let carries = self.generator.carries(ty);
        let level = match value {
            Target::At(_) | Target::Loaded(_) if carries => None,
            value => Number::of(self.number(value)),
        };
        self.raise(to, level);
        if !self.is_null(value) {
            let node = self.generator.graph.find(to).node;
            self.other_than_null.insert(node);
        }
        if carries && !matches!(value, Target::Nothing | Target::At(_)) {
            let cell = self.cell(to);
            self.number_cells.insert(cell);
        }
        if let (true, Target::At(slot)) = (carries, self.slot(Some(to))) {
            self.flow_number(value, slot);
        }
    }

    /// A pointer is read from where an integer may be stored: it may be a number.
    pub(super) fn load_pointer(&mut self, at: Option<Raw>, expr: &Expr) -> Target {
        let value = self.slot(at);
        if let Some(at) = at {
            let cell = self.cell(at);
            if self.number_cells.contains(&cell) {
                self.note_plain(expr);
                let number = Number::target(self.level(at));
                self.recorded(expr, number);
            }
        }
        self.recorded(expr, value)
    }

    /// An object is copied, and the numbers at the given offsets in it.
    pub(super) fn copy_number_cells(&mut self, to: Raw, from: Raw, offsets: &[i64]) {
        for offset in offsets {
            let cell = self.cell(from.plus(*offset));
            if self.number_cells.contains(&cell) {
                let cell = self.cell(to.plus(*offset));
                self.number_cells.insert(cell);
            }
        }
    }

    /// A number is stored in a bit-field.
    pub(super) fn store_bits(&mut self, to: Raw, value: Target) {
        let level = Number::of(self.as_number(value));
        self.raise(to, level);
    }

    /// An integer is stored in an object or a bit-field.
    pub(super) fn store_integer(&mut self, to: Option<Raw>, object: &Expr, value: Target) {
        match (to, self.is_bit_field(object)) {
            (Some(to), true) => self.store_bits(to, value),
            (to, _) => self.store_number(to, &object.ty, value),
        }
    }

    pub(super) fn is_bit_field(&self, object: &Expr) -> bool {
        match &object.kind {
            ExprKind::Member { record, field, .. } => {
                self.generator.layouts.bits(*record, *field).is_some()
            }
            ExprKind::Cast(CastKind::NoOp | CastKind::Volatile, inner) => self.is_bit_field(inner),
            _ => false,
        }
    }

    /// A conversion between integers.
    pub(super) fn resized(&mut self, inner: &'u Expr, expr: &'u Expr) -> Target {
        let value = self.value(inner);
        let (from, to) = (self.width(inner), self.width(expr));
        let value = match value {
            Target::Nothing if from == to || from < to && self.is_signed(&inner.ty) => value,
            Target::Nothing => Target::Plain,
            Target::At(_) | Target::Loaded(_) if from != to => self.as_number(value),
            other => other,
        };
        self.recorded_number(expr, value)
    }

    fn width(&mut self, expr: &Expr) -> Option<u64> {
        self.generator.layouts.size(&expr.ty)
    }

    fn is_signed(&self, ty: &Type) -> bool {
        match ty {
            Type::Int(kind) => kind.signed,
            Type::Enum(id) => {
                let kind = self.generator.layouts.enumeration(*id);
                kind.is_some_and(|kind| kind.signed)
            }
            _ => false,
        }
    }

    /// The address of an object as an integer.
    pub(super) fn address_as_integer(&mut self, value: Target, expr: &'u Expr) -> Target {
        let value = if self.width(expr) == Some(self.generator.layouts.pointer()) {
            value
        } else {
            self.as_number(value)
        };
        self.recorded_number(expr, value)
    }

    /// An integer becomes a pointer.
    pub(super) fn integer_to_pointer(&mut self, inner: &'u Expr, expr: &'u Expr) -> Target {
        let value = self.value(inner);
        // A constant is the address of nothing in the program.
        if self.generator.layouts.constant(inner).is_some() {
            return self.recorded(expr, Target::Nothing);
        }
        let is_number = !matches!(value, Target::At(_));
        // Also a number that was computed from addresses is not taken for a carried pointer.
        // Nor is what comes from code that is not there, even if it may be the number of any object.
        let may_carry = match value {
            Target::At(at) | Target::Loaded(at) => {
                let node = self.generator.graph.find(at).node;
                self.inside.contains(&node)
            }
            _ => false,
        };
        if !may_carry && self.follows_integers() && !self.is_narrow(inner) {
            self.findings.plain_casts.insert(ExprKey::of(expr));
        }
        match value {
            _ if !self.follows_integers() => self.recorded(expr, Target::Unknown),
            // Decisions may have put an address together, or found one among a few: objects may lie low.
            _ if self.reveals && is_number => self.recorded(expr, Target::Unknown),
            Target::Nothing | Target::Plain | Target::Input => {
                self.note_plain(expr);
                self.recorded(expr, value)
            }
            Target::Loaded(at) => {
                self.note_plain(expr);
                self.recorded(expr, Target::Plain);
                self.recorded(expr, Target::At(at))
            }
            value => self.recorded(expr, value),
        }
    }

    /// A number becomes a pointer.
    fn note_plain(&mut self, expr: &Expr) {
        if let Some(at) = self.generator.pointees.get(&ExprKey::of(expr)).copied() {
            let node = self.generator.graph.find(at).node;
            self.findings.from_numbers.insert(node);
        }
    }

    /// A value that is looked at in a way that is not followed.
    pub(super) fn reveal(&mut self, value: Target) {
        self.as_number(value);
    }

    /// Whether an integer has fewer bits than an address.
    fn is_narrow(&mut self, expr: &Expr) -> bool {
        match &expr.kind {
            _ if self.width(expr) < Some(self.generator.layouts.pointer()) => true,
            ExprKind::Cast(
                CastKind::IntegralCast | CastKind::WrittenIntegralCast | CastKind::NoOp,
                inner,
            ) => self.is_narrow(inner),
            _ => false,
        }
    }

    /// The value of an integer literal.
    pub(super) fn literal(value: i128) -> Target {
        if (-NEAR_NULL..NEAR_NULL).contains(&value) {
            Target::Nothing
        } else {
            Target::Plain
        }
    }

    /// Both may be meant.
    pub(super) fn either(&mut self, a: Target, b: Target) -> Target {
        match (a, b) {
            (Target::Given | Target::Unknown, _) | (_, Target::Given | Target::Unknown) => {
                Target::Unknown
            }
            (Target::At(x), Target::At(y)) if self.cell(x) == self.cell(y) => a,
            (Target::At(x) | Target::Loaded(x), Target::At(y) | Target::Loaded(y)) => {
                if self.cell(x) == self.cell(y) {
                    Target::Loaded(x)
                } else {
                    Target::Unknown
                }
            }
            (Target::At(at), Target::Nothing) | (Target::Nothing, Target::At(at)) => Target::At(at),
            (Target::At(at) | Target::Loaded(at), _) | (_, Target::At(at) | Target::Loaded(at)) => {
                Target::Loaded(at)
            }
            (Target::Input, _) | (_, Target::Input) => Target::Input,
            (Target::Plain, _) | (_, Target::Plain) => Target::Plain,
            (Target::Nothing, Target::Nothing) => Target::Nothing,
        }
    }

    /// `-x`, `~x`, `+x`.
    pub(super) fn sign(&mut self, op: UnaryOp, operand: Target) -> Target {
        match (op, operand) {
            (UnaryOp::Plus, value) | (_, value @ Target::Nothing) => value,
            (_, value) => self.as_number(value),
        }
    }

    /// An operator on two integers, neither of which is a pointer.
    pub(super) fn integers(
        &mut self,
        op: BinaryOp,
        (a, left): (Target, &Expr),
        (b, right): (Target, &Expr),
        expr: &Expr,
    ) -> Target {
        let loaded = [a, b].iter().any(|v| matches!(v, Target::Loaded(_)));
        let (a, b) = (self.as_address(a), self.as_address(b));
        match self.operated(op, (a, left), (b, right), expr) {
            Target::At(at) if loaded => Target::Loaded(at),
            value => value,
        }
    }

    fn operated(
        &mut self,
        op: BinaryOp,
        (a, left): (Target, &Expr),
        (b, right): (Target, &Expr),
        expr: &Expr,
    ) -> Target {
        match op {
            BinaryOp::Add | BinaryOp::Sub => match (a, b) {
                (Target::At(_), Target::At(_) | Target::Unknown)
                | (Target::Unknown, Target::At(_)) => {
                    self.findings.mixed.insert(ExprKey::of(expr));
                    self.reveals = true;
                    Target::Unknown
                }
                (Target::At(at), _) => self.displaced(at, op, right),
                (_, Target::At(at)) if op == BinaryOp::Add => self.displaced(at, op, left),
                _ => self.computed(a, b),
            },
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => {
                let (at, mask) = match (a, b) {
                    (Target::At(at), Target::Nothing | Target::Plain) => (at, right),
                    (Target::Nothing | Target::Plain, Target::At(at)) => (at, left),
                    _ => return self.computed(a, b),
                };
                self.masked(op, at, mask)
            }
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr => {
                let moves_up = matches!(op, BinaryOp::Mul | BinaryOp::Shl);
                match self.computed(a, b) {
                    // An address may be put together from inputs.
                    Target::Input if moves_up && self.generator.carries(&expr.ty) => {
                        Target::Unknown
                    }
                    value => value,
                }
            }
            _ => {
                self.note_comparison((a, left), (b, right));
                Target::Nothing
            }
        }
    }

    /// An address that is compared with numbers that are computed can be found out.
    fn note_comparison(&mut self, (a, left): (Target, &Expr), (b, right): (Target, &Expr)) {
        let other = match (a, b) {
            (Target::At(_), Target::At(_)) => return,
            (Target::At(_), _) => right,
            (_, Target::At(_)) => left,
            _ => return,
        };
        self.reveals |= self.generator.layouts.constant(other).is_none() && !self.holds_null(other);
    }

    /// Whether an integer is a variable in which only null is stored. Reading it before that is undefined: its
    /// address is never taken.
    fn holds_null(&mut self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Cast(CastKind::LValueToRValue | CastKind::NoOp, inner) => {
                self.holds_null(inner)
            }
            ExprKind::Variable(id) => {
                let declared = self.generator.unit.variable(*id);
                let node = self.generator.graph.find(variable(*id)).node;
                matches!(declared.storage, Storage::Local(_))
                    && !self.generator.taken[id.0 as usize]
                    && !self.other_than_null.contains(&node)
            }
            _ => false,
        }
    }

    /// Whether a value is null: it leads to no object, and nowhere else.
    fn is_null(&mut self, value: Target) -> bool {
        match value {
            Target::Nothing => true,
            Target::At(at) => {
                let node = self.generator.graph.find(at).node;
                let findings = &self.findings;
                !self.inside.contains(&node)
                    && !self.external.contains(&node)
                    && !findings.unchecked.contains(&node)
                    && !findings.from_numbers.contains(&node)
            }
            _ => false,
        }
    }

    /// An operand as what it may carry; what leads outside is as good as a number.
    fn as_address(&mut self, value: Target) -> Target {
        match value {
            Target::At(at) | Target::Loaded(at) => {
                if self.leads_inside(at) {
                    Target::At(at)
                } else {
                    Target::Plain
                }
            }
            other => other,
        }
    }

    /// A number from numbers.
    fn computed(&mut self, a: Target, b: Target) -> Target {
        let (a, b) = (self.as_number(a), self.as_number(b));
        match self.either(a, b) {
            Target::Nothing => Target::Plain,
            value => value,
        }
    }

    /// An address that is moved by a number.
    fn displaced(&mut self, at: Raw, op: BinaryOp, by: &Expr) -> Target {
        let sign = if op == BinaryOp::Sub { -1 } else { 1 };
        match Distance::of(self.generator.layouts.constant(by), sign) {
            Distance::None => Target::At(at),
            Distance::Elements(bytes) => match i64::try_from(bytes) {
                Ok(by) => {
                    self.note_step(at);
                    let moved = self.shifted(at, by, 1, 0);
                    moved.map_or(Target::Unknown, Target::At)
                }
                Err(_) => Target::Unknown,
            },
            Distance::Computed => self.anywhere(at),
        }
    }

    /// Any byte of the object may be meant.
    pub(super) fn anywhere(&mut self, at: Raw) -> Target {
        self.note_step(at);
        if self.cell(at.plus(1)) != self.cell(at) {
            self.distrust(at);
        }
        Target::At(at)
    }

    /// Low bits of an address are asked for, cleared or set.
    fn masked(&mut self, op: BinaryOp, at: Raw, mask: &Expr) -> Target {
        let Some(mask) = self.generator.layouts.constant(mask) else {
            self.reveals = true;
            return Target::Unknown;
        };
        let all = (1i128 << (self.generator.layouts.pointer() * 8)) - 1;
        let is_low = |bits: i128| (0..MAX_TAG as i128).contains(&(bits & all));
        match op {
            BinaryOp::BitAnd if is_low(mask) => Target::Plain,
            BinaryOp::BitAnd if is_low(!mask) => self.anywhere(at),
            BinaryOp::BitOr | BinaryOp::BitXor if is_low(mask) => self.anywhere(at),
            _ => {
                self.reveals = true;
                Target::Unknown
            }
        }
    }

    /// `++` and `--` on an integer.
    pub(super) fn step_number(
        &mut self,
        at: Option<Raw>,
        operand: &'u Expr,
        expr: &'u Expr,
    ) -> Target {
        if !self.is_number(&operand.ty) {
            return Target::Nothing;
        }
        let old = self.load_number(at, operand, operand);
        let new = match old {
            Target::At(at) => self.anywhere(at),
            Target::Loaded(at) => {
                self.anywhere(at);
                Target::Loaded(at)
            }
            Target::Nothing => Target::Plain,
            other => other,
        };
        self.store_integer(at, operand, new);
        self.recorded_number(expr, new)
    }

    /// What a function without a body returns as an integer.
    pub(super) fn external_number(
        &mut self,
        function: FunId,
        values: &[Target],
        ty: &Type,
    ) -> Target {
        let declared: &FunctionDecl = self.generator.unit.function(function);
        let carries = self.generator.carries(ty);
        let input = if carries {
            Target::Unknown
        } else {
            Target::Input
        };
        if is_input(declared) {
            return input;
        }
        match standing(declared) {
            // Code that is not there returns no address of the program.
            Standing::Verifier | Standing::Program => Target::Plain,
            Standing::Compiler | Standing::Library => {
                let mut result = Target::Plain;
                for value in values {
                    let value = self.number(*value);
                    result = self.either(result, value);
                }
                match result {
                    Target::Input => input,
                    value => value,
                }
            }
        }
    }
}
