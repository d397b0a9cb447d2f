//! C11 7.22.4.4: functions that `atexit` was given run where the program ends by `exit`, or by the return of `main`.

use super::build::{At, Locals};
use super::calls::direct;
use super::walk::{self, Parts, Visitor};
use crate::ast::{
    Expr, ExprKind, FunId, FunctionDecl, FunctionType, LabelId, Statement, StatementKind, Type,
    UnaryOp, Unit, VariableId,
};
use crate::library::{Allocation, Native, RUN_EXITS, native};
use crate::models::is_model;
use crate::points_to::root_variable;

/// Writes the calls of these functions out, if the model of `atexit` is used.
pub(super) fn rewrite(unit: &mut Unit) {
    let named = |unit: &Unit, name: &str, fits: &dyn Fn(&FunctionDecl) -> bool| {
        let is_wanted = |f: &FunctionDecl| &*f.name == name && fits(f);
        let found = unit.functions.iter().position(is_wanted);
        found.map(|number| FunId(number as u32))
    };
    let sources = unit.sources.clone();
    let of_model = move |f: &FunctionDecl| {
        f.body.is_some() && f.span.is_some_and(|span| sources.is_model(span))
    };
    let (Some(register), Some(run)) = (
        named(unit, "atexit", &of_model),
        named(unit, RUN_EXITS, &of_model),
    ) else {
        return;
    };
    let main = named(unit, "main", &|f| f.body.is_some());
    let exit = named(unit, "exit", &|f| f.body.is_none());
    let mut mentions = Mentions {
        wanted: [main, exit],
        found: false,
    };
    let own: Vec<FunId> = (0..unit.functions.len() as u32)
        .map(FunId)
        .filter(|id| !is_model(unit, unit.function(*id).span))
        .collect();
    for function in &own {
        walk::function(unit, *function, &mut mentions);
    }
    walk::static_initialisers(unit, &mut mentions);
    let is_seen = !mentions.found && main.is_none_or(|main| !keeps(unit, main));
    let Some(main) = main.filter(|_| is_seen) else {
        // Where the program ends is not seen.
        unit.functions[register.0 as usize].body = None;
        return;
    };
    let ty = unit.function(run).ty.clone();
    for function in own {
        let mut locals = Locals::new(unit, function);
        let of_main = (function == main).then(|| {
            let at = At(unit.function(main).span);
            let result = unit.function(main).ty.result.clone();
            let end = LabelId(unit.labels);
            unit.labels += 1;
            let has_status = !matches!(result, Type::Void);
            let status = has_status.then(|| locals.variable(at, "$status", &result));
            EndOfMain { end, status }
        });
        let mut ends = Ends {
            run: (run, ty.clone()),
            exit,
            of_main,
            locals,
        };
        walk::function(unit, function, &mut ends);
        if let Some(of_main) = &ends.of_main {
            let at = At(unit.function(main).span);
            of_main.put(unit, main, ends.runs(at));
        }
        ends.locals.declare(unit);
    }
}

/// Where the variables of `main` are gone and the functions run.
struct EndOfMain {
    end: LabelId,
    status: Option<Expr>,
}

impl EndOfMain {
    /// `return e;` as `{ status = e; goto end; }`
    fn leave(&self, at: At, value: Option<Expr>) -> StatementKind {
        let mut list = Vec::new();
        if let (Some(status), Some(value)) = (&self.status, value) {
            list.push(StatementKind::Expression(at.assign(status.clone(), value)));
        }
        list.push(StatementKind::Goto(self.end));
        compound(at, list)
    }

    /// The body of `main` as `{ body; status = 0; end: run(); return status; }`
    fn put(&self, unit: &mut Unit, main: FunId, runs: Expr) {
        let Some(body) = &mut unit.functions[main.0 as usize].body else {
            return;
        };
        let at = At(body.span);
        let mut list = vec![std::mem::replace(&mut body.kind, StatementKind::Empty)];
        if let Some(status) = &self.status {
            let zero = at.assign(status.clone(), at.number(0));
            list.push(StatementKind::Expression(zero));
        }
        let run = Statement {
            kind: StatementKind::Expression(runs),
            span: at.0,
        };
        list.push(StatementKind::Label(self.end, Box::new(run)));
        let status = self.status.clone().map(|status| at.read(status));
        list.push(StatementKind::Return(status));
        body.kind = compound(at, list);
    }
}

fn compound(at: At, list: Vec<StatementKind>) -> StatementKind {
    let statement = |kind| Statement { kind, span: at.0 };
    StatementKind::Compound(list.into_iter().map(statement).collect())
}

/// Whether the functions may get the address of something that ends with `main`, and not with a block of it.
fn keeps(unit: &mut Unit, main: FunId) -> bool {
    let is_stack = |f: &FunctionDecl| native(f) == Some(Native::Allocate(Allocation::Stack));
    let functions = unit.functions.iter();
    let of_stack: Vec<bool> = functions.map(is_stack).collect();
    let parameters = unit.function(main).parameters.clone();
    let mut kept = Kept {
        parameters,
        of_stack,
        found: false,
    };
    walk::function(unit, main, &mut kept);
    kept.found
}

/// Addresses of parameters, and calls of `alloca`.
struct Kept {
    parameters: Vec<VariableId>,
    of_stack: Vec<bool>,
    found: bool,
}

impl Visitor for Kept {
    fn expression(&mut self, expr: &mut Expr) {
        match &expr.kind {
            ExprKind::Unary(UnaryOp::AddressOf, place) => {
                let variable = root_variable(place);
                self.found |= variable.is_some_and(|id| self.parameters.contains(&id));
            }
            ExprKind::Function(id) => self.found |= self.of_stack[id.0 as usize],
            _ => {}
        }
    }
}

/// Whether functions are mentioned other than in calls, or `main` is called.
struct Mentions {
    wanted: [Option<FunId>; 2],
    found: bool,
}

impl Visitor for Mentions {
    fn call(&self, callee: &Expr) -> Parts {
        let [main, _] = self.wanted;
        match direct(callee) {
            Some(function) if Some(function) != main => Parts::Arguments,
            _ => Parts::All,
        }
    }

    fn expression(&mut self, expr: &mut Expr) {
        if let ExprKind::Function(id) = expr.kind {
            self.found |= self.wanted.contains(&Some(id));
        }
    }
}

/// Puts a call before each end.
struct Ends {
    run: (FunId, FunctionType),
    exit: Option<FunId>,
    of_main: Option<EndOfMain>,
    locals: Locals,
}

impl Ends {
    fn runs(&self, at: At) -> Expr {
        at.call(at.function(self.run.0, &self.run.1), Vec::new(), Type::Void)
    }
}

impl Visitor for Ends {
    /// `exit(e)` as `(status = e, run(), exit(status))`
    fn expression(&mut self, expr: &mut Expr) {
        let at = At(expr.span);
        let ExprKind::Call { callee, arguments } = &mut expr.kind else {
            return;
        };
        if self.exit.is_none() || direct(callee) != self.exit {
            return;
        }
        let mut first = self.runs(at);
        if let [status] = arguments.as_mut_slice() {
            let kept = self.locals.variable(at, "$status", &status.ty);
            let given = std::mem::replace(status, at.read(kept.clone()));
            first = at.sequence(at.assign(kept, given), first);
        }
        *expr = at.sequence(first, expr.clone());
    }

    fn statement(&mut self, statement: &mut Statement) {
        let Some(of_main) = &self.of_main else {
            return;
        };
        if let StatementKind::Return(value) = &mut statement.kind {
            let value = value.take();
            statement.kind = of_main.leave(At(statement.span), value);
        }
    }
}
