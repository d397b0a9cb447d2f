//! Random array lengths against gcc, in both models. clang prints a length only as text; what is read
//! from it is evaluated here with the values that gcc's program has.

use invar_cfa::DataModel;
use invar_frontend::ast::{
    BinaryOp, CastKind, Expr, ExprKind, FunctionDecl, Statement, StatementKind, Type, UnaryOp,
    Unit, VariableDecl,
};
use invar_frontend::clang::{ParseOptions, parse};
use std::path::PathBuf;
use std::process::Command;

const LENGTHS: usize = 200;

const DECLARATIONS: &str = "enum { three = 3 };
struct s { unsigned b : 3; int sb : 5; union { unsigned short m; char other[4]; }; };
typedef unsigned short half;
static int twice(int x) { return 2 * x; }
";

const LOCALS: &str =
    "char c = -7; unsigned char uc = 200; short sh = -300; unsigned u = 4000000000u;
int i = -5; long l = -100000; unsigned long ul = 3000000000ul; long long ll = -5000000000ll;
unsigned long long ull = 18000000000000000000ull; _Bool t = 1; struct s v; struct s *p = &v;
int a[3] = { 11, -12, 13 }; int *q = a; v.b = 6; v.sb = -9; v.m = 65000;
";

/// What may stand in a length, with its value.
const LEAVES: [(&str, i128); 16] = [
    ("c", -7),
    ("uc", 200),
    ("sh", -300),
    ("u", 4_000_000_000),
    ("i", -5),
    ("l", -100_000),
    ("ul", 3_000_000_000),
    ("ll", -5_000_000_000),
    ("ull", 18_000_000_000_000_000_000),
    ("t", 1),
    ("p->b", 6),
    ("v.sb", -9),
    ("p->m", 65000),
    ("a[three - 2]", -12),
    ("*q", 11),
    ("three", 3),
];

struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

fn generate(random: &mut Random, depth: u32) -> String {
    if depth == 0 || random.below(8) == 0 {
        return match random.below(7) {
            0 => random.below(1000).to_string(),
            1 => ["7u", "9l", "3ul", "5ll", "2ull", "'a'"][random.below(6) as usize].to_owned(),
            2 => ["sizeof(int)", "sizeof(struct s)", "sizeof a", "sizeof p->m"]
                [random.below(4) as usize]
                .to_owned(),
            _ => LEAVES[random.below(LEAVES.len() as u64) as usize]
                .0
                .to_owned(),
        };
    }
    let mut next = || generate(random, depth - 1);
    let (left, right, other) = (next(), next(), next());
    match random.below(16) {
        // Without parentheses: what binds tighter must be known.
        0..=2 => {
            let mut leaf = || generate(random, 0);
            let (a, b, c) = (leaf(), leaf(), leaf());
            format!("({a} + {b} * {c} - ({left}) < {a} & {b} ^ {c} | {c} == {a} && {b})")
        }
        3 => format!("({left}) - ({right})"),
        4 => format!("({left}) * ({right})"),
        5 => format!("({left}) / (({right}) | 1)"),
        6 => format!("({left}) % (({right}) | 1)"),
        7 => format!("({left}) << (({right}) & 7)"),
        8 => format!("({left}) >> (({right}) & 7)"),
        9 => format!("(({left}) & ({right})) | (({other}) ^ ({left}))"),
        10 => {
            let op = ["<", ">", "<=", ">=", "==", "!="][random.below(6) as usize];
            format!("(({left}) {op} ({right}))")
        }
        11 => format!("(({left}) ? ({right}) : ({other}))"),
        12 => format!("(({left}) && ({right}) || ({other}))"),
        13 => {
            let op = ["-", "~", "!", "+"][random.below(4) as usize];
            format!("({op}({left}))")
        }
        14 => {
            let ty = ["half", "signed char", "unsigned", "long long", "_Bool"];
            format!("(({})({left}))", ty[random.below(5) as usize])
        }
        _ => format!("twice({left})"),
    }
}

fn gcc(flag: &str, lengths: &[String]) -> Vec<u64> {
    let mut text = format!("#include <stdio.h>\n{DECLARATIONS}int main(void) {{ {LOCALS}");
    for length in lengths {
        text += &format!("printf(\"%llu\\n\", (unsigned long long)sizeof(char[{length}]));\n");
    }
    text += "return 0; }\n";
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let source = folder.join(format!("lengths{flag}.c"));
    let program = folder.join(format!("lengths{flag}"));
    std::fs::write(&source, text).expect("the test folder is writable");
    let mut gcc = Command::new("gcc");
    gcc.args([flag, "-O0", "-w", "-fwrapv", "-o"]);
    let status = gcc.arg(&program).arg(&source).status();
    assert!(status.expect("gcc runs").success());
    let output = Command::new(&program).output().expect("the program runs");
    let output = String::from_utf8(output.stdout).expect("numbers");
    let numbers = output.lines().map(|line| line.parse().expect("a number"));
    numbers.collect()
}

/// A value in the range of a type.
fn wrap(unit: &Unit, value: i128, ty: &Type) -> i128 {
    let kind = match ty {
        Type::Int(kind) => *kind,
        Type::Enum(id) => unit.enums[id.0 as usize],
        Type::Bool => return i128::from(value != 0),
        other => panic!("not an integer: {other:?}"),
    };
    let value = value & ((1 << kind.width) - 1);
    if kind.signed && value >> (kind.width - 1) == 1 {
        value - (1 << kind.width)
    } else {
        value
    }
}

/// The value of what an expression designates.
fn look_up(unit: &Unit, place: &Expr) -> i128 {
    let name = match &place.kind {
        ExprKind::Variable(id) => unit.variable(*id).name.to_string(),
        ExprKind::Member { record, field, .. } => {
            let fields = unit.record(*record).fields.as_ref();
            match &*fields.expect("members")[*field as usize].name {
                "b" => "p->b".to_owned(),
                "sb" => "v.sb".to_owned(),
                "m" => "p->m".to_owned(),
                other => panic!("no such member: {other}"),
            }
        }
        ExprKind::Index { index, .. } => {
            assert_eq!(evaluate(unit, index), 1);
            "a[three - 2]".to_owned()
        }
        ExprKind::Unary(UnaryOp::Dereference, _) => "*q".to_owned(),
        other => panic!("not a place: {other:?}"),
    };
    let leaf = LEAVES.iter().find(|(known, _)| *known == name);
    leaf.unwrap_or_else(|| panic!("no value of {name}")).1
}

fn evaluate(unit: &Unit, expr: &Expr) -> i128 {
    let value = |expr: &Expr| evaluate(unit, expr);
    let result = match &expr.kind {
        ExprKind::Integer(value) => *value,
        ExprKind::Cast(CastKind::LValueToRValue, place) => look_up(unit, place),
        ExprKind::Cast(CastKind::IntegralCast | CastKind::IntegralToBoolean, operand) => {
            value(operand)
        }
        ExprKind::Call { arguments, .. } => 2 * value(&arguments[0]),
        ExprKind::Unary(op, operand) => match op {
            UnaryOp::Plus => value(operand),
            UnaryOp::Minus => -value(operand),
            UnaryOp::BitNot => !value(operand),
            UnaryOp::LogicalNot => i128::from(value(operand) == 0),
            other => panic!("unary {other:?}"),
        },
        ExprKind::Conditional {
            condition,
            then: Some(then),
            otherwise,
        } => match value(condition) {
            0 => value(otherwise),
            _ => value(then),
        },
        ExprKind::Binary(op, left, right) => {
            // Operands of a common type, except those of shifts and of logic.
            let is_free = [
                BinaryOp::Shl,
                BinaryOp::Shr,
                BinaryOp::LogicalAnd,
                BinaryOp::LogicalOr,
            ];
            assert!(left.ty == right.ty || is_free.contains(op), "{op:?}");
            let (left, right) = (value(left), value(right));
            match op {
                BinaryOp::Add => left + right,
                BinaryOp::Sub => left - right,
                BinaryOp::Mul => left.wrapping_mul(right),
                BinaryOp::Div => left / right,
                BinaryOp::Rem => left % right,
                BinaryOp::Shl => left << right,
                BinaryOp::Shr => left >> right,
                BinaryOp::BitAnd => left & right,
                BinaryOp::BitOr => left | right,
                BinaryOp::BitXor => left ^ right,
                BinaryOp::Less => i128::from(left < right),
                BinaryOp::Greater => i128::from(left > right),
                BinaryOp::LessEqual => i128::from(left <= right),
                BinaryOp::GreaterEqual => i128::from(left >= right),
                BinaryOp::Equal => i128::from(left == right),
                BinaryOp::NotEqual => i128::from(left != right),
                BinaryOp::LogicalAnd => i128::from(left != 0 && right != 0),
                BinaryOp::LogicalOr => i128::from(left != 0 || right != 0),
                BinaryOp::Comma => panic!("a comma"),
            }
        }
        other => panic!("not a length: {other:?}"),
    };
    wrap(unit, result, &expr.ty)
}

fn agreed(flag: &str, data_model: DataModel) -> usize {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    // A variable in each, so that none is a constant.
    let lengths: Vec<String> = (0..LENGTHS)
        .map(|_| format!("i + ({})", generate(&mut random, 3)))
        .collect();
    let expected = gcc(flag, &lengths);
    let mut text = format!("{DECLARATIONS}void f(void) {{ {LOCALS}");
    for (index, length) in lengths.iter().enumerate() {
        text += &format!("char (*x{index})[{length}];\n");
    }
    text += "}\n";
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(format!("lengths-{data_model}.c"));
    std::fs::write(&path, text).expect("the test folder is writable");
    let unit = parse(&path, &ParseOptions::new(data_model)).expect("clang takes it");
    let mut agreed = 0;
    for (index, (length, expected)) in lengths.iter().zip(&expected).enumerate() {
        let name = format!("x{index}");
        let mut variables = unit.variables.iter();
        let pointer: &VariableDecl = variables.find(|v| *v.name == *name).expect("a variable");
        let Type::Pointer(target) = &pointer.ty else {
            panic!("{length} is read as {:?}", pointer.ty)
        };
        let Type::VariableArray(_, variable) = **target else {
            panic!("{length} is read as {target:?}")
        };
        let initialiser = unit.variable(variable).initialiser.as_ref();
        let value = evaluate(&unit, initialiser.expect("a value"));
        assert_eq!(value, i128::from(*expected), "{length}");
        agreed += 1;
    }
    agreed
}

#[test]
fn lengths_have_the_values_of_gcc_on_i386() {
    assert_eq!(agreed("-m32", DataModel::Ilp32), LENGTHS);
}

#[test]
fn lengths_have_the_values_of_gcc_on_x86_64() {
    assert_eq!(agreed("-m64", DataModel::Lp64), LENGTHS);
}

fn read(name: &str, text: &str) -> Unit {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the test folder is writable");
    parse(&path, &ParseOptions::new(DataModel::Ilp32)).expect("clang takes the program")
}

fn function<'a>(unit: &'a Unit, name: &str) -> &'a FunctionDecl {
    let mut functions = unit.functions.iter();
    functions
        .find(|function| &*function.name == name)
        .expect("a function of the name")
}

fn body<'a>(unit: &'a Unit, name: &str) -> &'a [Statement] {
    match &function(unit, name).body.as_ref().expect("a body").kind {
        StatementKind::Compound(statements) => statements,
        other => panic!("not a block: {other:?}"),
    }
}

fn variable<'a>(unit: &'a Unit, name: &str) -> &'a VariableDecl {
    let found = unit.variables.iter().find(|known| &*known.name == name);
    found.expect("a variable of the name")
}

#[test]
fn lengths_are_evaluated_where_the_type_is_written() {
    let unit = read(
        "lengths.c",
        "struct s { union { int m; char c; }; unsigned bits : 3; }; enum { two = 2 };
         int size(short); int g(int n) { return n; }
         int f(int n, struct s *p, int b[n][p->m * two]) {
           int v[n]; int w[n + 1u][p->bits - 1][3]; typedef long T[g(n)]; n = 5; T t;
           { long n = 2; char shadowed[n]; }
           void *x = 0; int (*q)[n] = x, (*again)[n];
           q = (int (*)[n])x; again = q + 1;
           n = sizeof v + sizeof(T) + sizeof(int[n][2]) + sizeof *q + sizeof w[0];
           return w[0][1][2] + b[1][2] + (*again)[0] + t[0]; }",
    );
    let lengths: Vec<&VariableDecl> = unit
        .variables
        .iter()
        .filter(|variable| &*variable.name == "$length")
        .collect();
    // b, v, w twice, T, shadowed, q, again, the cast, the sizeof.
    assert_eq!(lengths.len(), 10);
    assert!(lengths.iter().all(|length| length.ty == lengths[0].ty));
    let initialised = lengths.iter().filter(|length| length.initialiser.is_some());
    assert_eq!(initialised.count(), 8);
    let text = format!("{:?}", function(&unit, "f").body);
    for refused in ["Unsupported", "Other("] {
        assert!(!text.contains(refused), "{refused} in {text}");
    }
    let length_of = |name: &str| match &variable(&unit, name).ty {
        Type::VariableArray(_, length) => *length,
        other => panic!("no computed length: {other:?}"),
    };
    let shadowed = unit.variable(length_of("shadowed"));
    let inner = unit.variables.iter().rposition(|v| &*v.name == "n");
    let shadowed = format!("{:?}", shadowed.initialiser);
    let inner = format!("Variable(VariableId({}))", inner.expect("an n"));
    assert!(shadowed.contains(&inner), "{shadowed}");
    // All but those of parameters are declared before what has them.
    let block = body(&unit, "f");
    let declared: Vec<Vec<u32>> = block
        .iter()
        .filter_map(|statement| match &statement.kind {
            StatementKind::Declare(ids) => Some(ids.iter().map(|id| id.0).collect()),
            _ => None,
        })
        .collect();
    let names: Vec<String> = declared
        .iter()
        .map(|ids| {
            let names = ids.iter().map(|id| &*unit.variables[*id as usize].name);
            names.collect::<Vec<_>>().join(" ")
        })
        .collect();
    assert_eq!(
        names,
        [
            "$length $length",
            "$length",
            "$length v",
            "$length $length w",
            "$length",
            "t",
            "x",
            "$length q $length again"
        ]
    );
}

#[test]
fn lengths_that_are_not_understood_are_refused() {
    let unit = read(
        "bounds.c",
        "int f(int n, void *p) { int (*q)[n] = p; int (*r)[n++] = p; q = (int (*)[--n])p;
           return (*q)[0] + (*r)[0]; }",
    );
    let text = format!("{:?}", function(&unit, "f").body);
    let refusals = text.matches("array length that is not understood").count();
    assert_eq!(refusals, 2, "{text}");
}

#[test]
fn effects_in_the_bounds_of_parameters_are_not_lost() {
    let unit = read(
        "parameters.c",
        "int count(void); int quiet(int n, int a[n], int b[const n + sizeof(int)], char c[(n)]) {
           return a[0] + b[0] + c[0]; }
         int steps(int n, int a[n++]) { return a[n]; }
         int calls(int a[count()]) { return a[0]; }",
    );
    let refused = |name| {
        let text = format!("{:?}", function(&unit, name).body);
        text.matches("array length that is not understood").count()
    };
    assert_eq!(
        (refused("quiet"), refused("steps"), refused("calls")),
        (0, 1, 1)
    );
}
