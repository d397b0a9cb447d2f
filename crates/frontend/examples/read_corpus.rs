//! Reads every file of a task list through clang into the tree and prints what was met:
//! `cargo run --example read_corpus -- FOLDER [PART-OF-PATH]`, where FOLDER holds `tasks.csv`.

use invar_cfa::DataModel;
use invar_frontend::ast::{Expr, ExprKind, Statement, StatementKind, Type, Unit, layout};
use invar_frontend::clang::{ParseOptions, parse, with_large_stack};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Sets whose files include headers that are kept beside them.
const WITH_HEADERS: [&str; 4] = ["dillig", "dillig-tacas13", "invgen", "dagger"];

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().unwrap_or_else(|| ".".to_owned()));
    let part = arguments.next().unwrap_or_default();
    let list = match std::fs::read_to_string(folder.join("tasks.csv")) {
        Ok(list) => list,
        Err(error) => return eprintln!("cannot read the task list: {error}"),
    };
    let tasks: BTreeSet<(&str, &str)> = list
        .lines()
        .skip(1)
        .filter_map(|line| {
            let mut columns = line.split(',');
            Some((columns.next()?, columns.nth(2)?))
        })
        .filter(|(path, _)| path.contains(&part))
        .collect();
    with_large_stack(|| read_all(&folder, &tasks));
}

struct Row {
    path: String,
    seconds: f64,
    peak_mb: u64,
    counts: Counts,
}

fn read_all(folder: &Path, tasks: &BTreeSet<(&str, &str)>) {
    let mut rows: Vec<Row> = Vec::new();
    let mut failures = 0;
    let mut total = Counts::default();
    let mut files_with: BTreeMap<String, usize> = BTreeMap::new();
    for (number, (path, data_model)) in tasks.iter().enumerate() {
        let data_model = match *data_model {
            "LP64" => DataModel::Lp64,
            _ => DataModel::Ilp32,
        };
        let mut options = ParseOptions::new(data_model);
        options.deadline = Some(invar_budget::Moment::now() + Duration::from_secs(60));
        if path
            .split('/')
            .next()
            .is_some_and(|set| WITH_HEADERS.contains(&set))
        {
            options.include_dirs.push(folder.join("include"));
        }
        forget_peak();
        let start = Instant::now();
        match parse(&folder.join(path), &options) {
            Ok(unit) => {
                let seconds = start.elapsed().as_secs_f64();
                let counts = Counts::of(&unit, data_model);
                for what in counts.kinds.keys() {
                    *files_with.entry(what.clone()).or_default() += 1;
                }
                total.add(&counts);
                rows.push(Row {
                    path: (*path).to_owned(),
                    seconds,
                    peak_mb: peak_mb(),
                    counts,
                });
            }
            Err(diagnostic) => {
                failures += 1;
                println!("diagnostic: {path}: {diagnostic}");
            }
        }
        if number % 100 == 99 {
            eprintln!("{} of {}", number + 1, tasks.len());
        }
    }
    println!("{} read, {failures} diagnostics", rows.len());
    let clean = rows
        .iter()
        .filter(|row| row.counts.kinds.is_empty())
        .count();
    println!(
        "{clean} with nothing unsupported; {} expressions",
        total.expressions
    );
    rows.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    for row in rows.iter().take(10) {
        println!(
            "slow: {:7.2} s {:5} MB {}",
            row.seconds, row.peak_mb, row.path
        );
    }
    let seconds: f64 = rows.iter().map(|row| row.seconds).sum();
    let peak = rows.iter().map(|row| row.peak_mb).max().unwrap_or(0);
    println!("{seconds:.1} s in all, peak {peak} MB");
    for (what, count) in &total.kinds {
        println!("{count:8} in {:5} files: {what}", files_with[what]);
    }
}

/// Makes the kernel forget the peak so far, so that each file has its own.
fn forget_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

fn peak_mb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1024
}

#[derive(Default)]
struct Counts {
    expressions: u64,
    kinds: BTreeMap<String, u64>,
}

impl Counts {
    fn of(unit: &Unit, data_model: DataModel) -> Counts {
        let mut counts = Counts::default();
        for variable in &unit.variables {
            counts.ty("variable", &variable.ty);
            variable
                .initialiser
                .iter()
                .for_each(|value| counts.expression(value));
        }
        for (index, record) in unit.records.iter().enumerate() {
            for field in record.fields.iter().flatten() {
                counts.ty("field", &field.ty);
            }
            let id = invar_frontend::ast::RecordId(index as u32);
            let is_known = layout::record_layout(unit, data_model, id).is_some();
            if record.fields.is_some() && !is_known {
                counts.met("record without layout");
            }
        }
        for function in &unit.functions {
            function.body.iter().for_each(|body| counts.statement(body));
        }
        counts
    }

    fn add(&mut self, other: &Counts) {
        self.expressions += other.expressions;
        for (what, count) in &other.kinds {
            *self.kinds.entry(what.clone()).or_default() += count;
        }
    }

    fn met(&mut self, what: &str) {
        *self.kinds.entry(what.to_owned()).or_default() += 1;
    }

    fn ty(&mut self, of: &str, ty: &Type) {
        match ty {
            Type::Other(text) => {
                let shown: String = text.chars().take(40).collect();
                self.met(&format!("type of {of}: {shown}"));
            }
            Type::Pointer(inner) | Type::Array(inner, _) | Type::VariableArray(inner, _) => {
                self.ty(of, inner);
            }
            Type::Function(function) => {
                self.ty(of, &function.result);
                let parameters = function.parameters.iter();
                parameters.for_each(|parameter| self.ty(of, parameter));
            }
            _ => {}
        }
    }

    fn statements(&mut self, statements: &[Statement]) {
        statements
            .iter()
            .for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Unsupported(what) => self.met(&format!("statement: {what}")),
            StatementKind::Compound(list) => self.statements(list),
            StatementKind::Expression(value) | StatementKind::Return(Some(value)) => {
                self.expression(value);
            }
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.expression(condition);
                self.statement(then);
                otherwise
                    .iter()
                    .for_each(|otherwise| self.statement(otherwise));
            }
            StatementKind::While { condition, body }
            | StatementKind::DoWhile { body, condition }
            | StatementKind::Switch { condition, body } => {
                self.expression(condition);
                self.statement(body);
            }
            StatementKind::For {
                initial,
                condition,
                step,
                body,
            } => {
                initial.iter().for_each(|initial| self.statement(initial));
                condition
                    .iter()
                    .chain(step)
                    .for_each(|value| self.expression(value));
                self.statement(body);
            }
            StatementKind::Assembler {
                outputs, inputs, ..
            } => {
                self.expressions(outputs);
                self.expressions(inputs);
            }
            StatementKind::Case(_, body)
            | StatementKind::Default(body)
            | StatementKind::Label(_, body) => self.statement(body),
            _ => {}
        }
    }

    fn expressions(&mut self, values: &[Expr]) {
        values.iter().for_each(|value| self.expression(value));
    }

    fn expression(&mut self, expr: &Expr) {
        self.expressions += 1;
        self.ty("expression", &expr.ty);
        match &expr.kind {
            ExprKind::Unsupported(what) => self.met(&format!("expression: {what}")),
            ExprKind::SizeOf(ty) | ExprKind::AlignOf(ty) => self.ty("sizeof", ty),
            ExprKind::Cast(invar_frontend::ast::CastKind::Other(name), _) => {
                self.met(&format!("cast: {name}"));
            }
            ExprKind::Statement(statement) => self.statement(statement),
            _ => {}
        }
        for part in expr.parts() {
            self.expression(part);
        }
    }
}
