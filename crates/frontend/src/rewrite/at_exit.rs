//! C11 7.22.4.4: functions that `atexit` was given run where the program ends by `exit`, or by the return of `main`.

use super::build::{At, Locals};
use super::calls::direct;
use super::walk::{self, Parts, Visitor};
use crate::ast::{
    Expr, ExprKind, FunId, FunctionDecl, FunctionType, Statement, StatementKind, Type, Unit,
};
use crate::library::RUN_EXITS;
use crate::models::is_model;

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
    let Some(main) = main.filter(|_| !mentions.found) else {
        // Where the program ends is not seen.
        unit.functions[register.0 as usize].body = None;
        return;
    };
    let ty = unit.function(run).ty.clone();
    for function in own {
        let mut ends = Ends {
            run: (run, ty.clone()),
            exit,
            is_main: function == main,
            locals: Locals::new(unit, function),
        };
        walk::function(unit, function, &mut ends);
        ends.locals.declare(unit);
    }
    let at = At(unit.function(main).span);
    let call = at.call(at.function(run, &ty), Vec::new(), Type::Void);
    if let Some(body) = &mut unit.functions[main.0 as usize].body {
        let last = Statement {
            kind: StatementKind::Expression(call),
            span: at.0,
        };
        let span = body.span;
        let kind = std::mem::replace(&mut body.kind, StatementKind::Empty);
        body.kind = StatementKind::Compound(vec![Statement { kind, span }, last]);
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
    is_main: bool,
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

    /// `return e;` in `main` as `return (status = e, run(), status);`
    fn statement(&mut self, statement: &mut Statement) {
        if !self.is_main {
            return;
        }
        let at = At(statement.span);
        match &mut statement.kind {
            StatementKind::Return(Some(value)) => {
                let kept = self.locals.variable(at, "$status", &value.ty);
                let status = at.sequence(self.runs(at), at.read(kept.clone()));
                *value = at.sequence(at.assign(kept, value.clone()), status);
            }
            StatementKind::Return(None) => {
                let run = Statement {
                    kind: StatementKind::Expression(self.runs(at)),
                    span: at.0,
                };
                let end = Statement {
                    kind: StatementKind::Return(None),
                    span: at.0,
                };
                statement.kind = StatementKind::Compound(vec![run, end]);
            }
            _ => {}
        }
    }
}
