//! Random programs whose accesses are known byte by byte, because they are executed while they
//! are written. Two accesses of the same byte must be in the same part of the same node.

use super::support::unit;
use super::writer::{Access, Random, TYPES, write_program};
use invar_cfa::DataModel;
use invar_frontend::ast::{CastKind, Expr, ExprKind, FunId, Statement, StatementKind, Unit};
use invar_frontend::clang::with_large_stack;
use invar_frontend::points_to::{Content, Object, PartId, PointsTo};
use std::collections::{BTreeMap, HashMap};

/// The objects that are assigned or read on each line of a function.
fn designated(unit: &Unit, main: FunId) -> HashMap<u32, Vec<&Expr>> {
    fn visit_expr<'u>(expr: &'u Expr, into: &mut HashMap<u32, Vec<&'u Expr>>) {
        let line = expr.span.map_or(0, |span| span.line);
        match &expr.kind {
            ExprKind::Assign { target, value, .. } => {
                into.entry(line).or_default().push(target);
                visit_expr(value, into);
            }
            ExprKind::Cast(CastKind::LValueToRValue, object) => {
                into.entry(line).or_default().push(object);
            }
            ExprKind::Cast(_, inner) => visit_expr(inner, into),
            _ => {}
        }
    }
    fn visit<'u>(statement: &'u Statement, into: &mut HashMap<u32, Vec<&'u Expr>>) {
        match &statement.kind {
            StatementKind::Compound(list) => list.iter().for_each(|each| visit(each, into)),
            StatementKind::Expression(expr) => visit_expr(expr, into),
            _ => {}
        }
    }
    let mut found = HashMap::new();
    if let Some(body) = &unit.function(main).body {
        visit(body, &mut found);
    }
    found
}

fn is_member(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Member { .. } | ExprKind::Index { .. } | ExprKind::Unary(..)
    )
}

#[test]
fn accesses_of_one_byte_meet_in_one_part() {
    let count = std::env::var("INVAR_PROGRAMS").ok();
    let count: usize = count.and_then(|n| n.parse().ok()).unwrap_or(200);
    let seed = std::env::var("INVAR_SEED")
        .ok()
        .and_then(|n| n.parse().ok());
    let mut random = Random(seed.unwrap_or(0x9e37_79b9_7f4a_7c15));
    let mut text = String::from(TYPES);
    let mut line = text.lines().count() as u32 + 1;
    let programs: Vec<_> = (0..count)
        .map(|i| write_program(&mut random, i, &mut text, &mut line))
        .collect();
    with_large_stack(|| {
        let unit = unit(&text, DataModel::Lp64);
        let (mut pairs, mut typed) = (0, 0);
        for (i, (objects, accesses)) in programs.iter().enumerate() {
            let (met, scalars) = check(&unit, i, objects, accesses, &text);
            pairs += met;
            typed += scalars;
        }
        println!("{pairs} pairs of accesses met, {typed} accesses are typed");
        assert!(
            pairs > 10 * count && typed > count,
            "the programs test something"
        );
    });
}

/// The line of an access, the part it goes to, and the folded offset of the byte.
type Meeting = (u32, PartId, i64);

fn check(
    unit: &Unit,
    number: usize,
    objects: &[String],
    accesses: &[Access],
    text: &str,
) -> (usize, usize) {
    let name = format!("main_{number}");
    let position = unit.functions.iter().position(|f| *f.name == *name);
    let main = FunId(position.expect("every program has its function") as u32);
    let points_to = PointsTo::analyse(unit, DataModel::Lp64, main);
    let lines = designated(unit, main);
    let program = || {
        let start = text.find(&format!("struct s g0_{number};"));
        let end = text.find(&format!("struct s g0_{};", number + 1));
        text[start.unwrap_or(0)..end.unwrap_or(text.len())].to_owned()
    };
    let mut typed = 0;
    let mut bytes: BTreeMap<(usize, i64), Vec<Meeting>> = BTreeMap::new();
    for access in accesses {
        let Some(candidates) = lines.get(&access.line) else {
            panic!("nothing on line {} of\n{}", access.line, program());
        };
        let object = candidates.iter().find(|expr| is_member(expr));
        let object = object.expect("an access of memory is on its line");
        let context = || {
            format!(
                "line {} of\n{}\n{}",
                access.line,
                program(),
                points_to.listing()
            )
        };
        let cell = points_to.place(object);
        let cell = cell.unwrap_or_else(|| panic!("no place: {}", context()));
        let node = points_to.node(cell.node);
        let wanted = &objects[access.object];
        let has_object = node.objects.iter().any(|(object, _)| match object {
            Object::Variable(id) => *unit.variable(*id).name == **wanted,
            Object::Heap(_) => wanted.starts_with('@'),
            _ => false,
        });
        assert!(has_object, "{wanted} is missing: {}", context());
        for i in 0..access.size {
            let here = points_to.moved(cell, i);
            let part = points_to.part(here);
            let part = part.unwrap_or_else(|| panic!("no part: {}", context()));
            if let Content::Scalar(_) = part.content {
                assert_eq!(part.offset, cell.offset, "not the start: {}", context());
                assert_eq!(part.size as i64, access.size, "not all: {}", context());
                typed += usize::from(i == 0);
            }
            bytes
                .entry((access.object, access.at + i))
                .or_default()
                .push((access.line, part.id, here.offset));
        }
    }
    let mut pairs = 0;
    for ((object, at), met) in &bytes {
        for pair in met.windows(2) {
            let (a, b) = (&pair[0], &pair[1]);
            assert!(
                a.1 == b.1 && a.2 == b.2,
                "byte {at} of {}: line {} at {:?} {}, line {} at {:?} {}\n{}\n{}",
                objects[*object],
                a.0,
                a.1,
                a.2,
                b.0,
                b.1,
                b.2,
                program(),
                points_to.listing()
            );
            pairs += usize::from(a.0 != b.0);
        }
    }
    (pairs, typed)
}
