//! What clang's dump leaves out and the text of the program has: assembler, `offsetof`; and builtins
//! that are no calls.

use invar_cfa::DataModel;
use invar_frontend::ast::{
    CastKind, Expr, ExprKind, FunctionDecl, Statement, StatementKind, Type, Unit,
};
use invar_frontend::clang::{ParseOptions, parse};
use std::path::PathBuf;
use std::process::Command;

fn read(name: &str, text: &str, data_model: DataModel) -> Unit {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the test folder is writable");
    parse(&path, &ParseOptions::new(data_model)).expect("clang takes the program")
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

fn initial<'a>(unit: &'a Unit, name: &str) -> &'a Expr {
    let mut variables = unit.variables.iter();
    let variable = variables.find(|variable| &*variable.name == name);
    let initialiser = &variable.expect("a variable of the name").initialiser;
    initialiser.as_ref().expect("an initialiser")
}

fn value(expr: &Expr) -> Option<i128> {
    match &expr.kind {
        ExprKind::Integer(value) => Some(*value),
        ExprKind::Cast(_, inner) => value(inner),
        _ => None,
    }
}

#[test]
fn assembler_has_its_operands() {
    let unit = read(
        "assembler.c",
        "#define SWAP(x, p) asm volatile(\"xchg %0, %1\" : \"=r\"(x), \\
             \"+m\"(*p) : \"0\"(x) : \"memory\")
         void f(int x, int *p, unsigned long u, char *c, int n) {
           asm volatile(\"\" ::: \"memory\");
           __asm__ /* : */ (\"bar %1, %0\" : \"=r\" (x) : \"r\" (*p), [in] \"i\"(3) : \"cc\");
           SWAP(x, p);
           asm(\"nop\");
           asm volatile(\"\" : \"+r\"(x) : \"r\"(n));
           __asm__(\"\" : \"=r\"(c) : \"0\"(u));
           asm goto(\"jmp %l0\" : : : : out);
           asm(\"\" : \"=r\"(x));
           out: ; }",
        DataModel::Lp64,
    );
    let body = body(&unit, "f");
    let shape = |index: usize| match &body[index].kind {
        StatementKind::Assembler {
            outputs,
            inputs,
            clobbers_memory,
            ..
        } => Some((outputs.len(), inputs.len(), *clobbers_memory)),
        _ => None,
    };
    let evaluated = |index: usize| match &body[index].kind {
        StatementKind::Compound(operands) => Some(operands.len()),
        _ => None,
    };
    assert_eq!(evaluated(0), Some(0));
    assert_eq!(shape(1), Some((1, 2, false)));
    assert_eq!(shape(2), Some((2, 1, true)));
    assert_eq!(shape(3), Some((0, 0, false)));
    assert_eq!(evaluated(4), Some(2));
    let StatementKind::Expression(tied) = &body[5].kind else {
        panic!("an assignment: {:?}", body[5])
    };
    let ExprKind::Assign { target, value, .. } = &tied.kind else {
        panic!("an assignment: {tied:?}")
    };
    assert_eq!(target.ty, value.ty);
    assert!(matches!(
        value.kind,
        ExprKind::Cast(CastKind::IntegralToPointer, _)
    ));
    assert!(matches!(body[6].kind, StatementKind::Unsupported(_)));
    assert_eq!(shape(7), Some((1, 0, false)));
}

#[test]
fn offsets_are_constants() {
    let text = "#include <stddef.h>
        #define ID(x) x
        #define INDIRECT(t, m) __builtin_offsetof(t, m)
        struct in { char c; short s[3]; };
        struct s { int a; struct in b[4]; union { char u; long v; }; } __attribute__((packed));
        typedef struct s T; enum { two = 2 };
        int o0 = offsetof(struct s, b[two].s[1]), o1 = __builtin_offsetof (
           T /* , */ , v), o2 = ID(__builtin_offsetof(T, b)), o3 = offsetof(T, a),
           o4 = offsetof(struct in, s[1 + 1]);
        int o5 = INDIRECT(T, b);
        int f(int i) { return __builtin_offsetof(T, b[i].c); }";
    for data_model in [DataModel::Ilp32, DataModel::Lp64] {
        let unit = read("offsets.c", text, data_model);
        for (name, expected) in [
            ("o0", 24),
            ("o1", 36),
            ("o2", 4),
            ("o3", 0),
            ("o4", 6),
            ("o5", 4),
        ] {
            assert_eq!(value(initial(&unit, name)), Some(expected), "{name}");
        }
        // Text that was preprocessed before has the operands only in the text.
        let plain = "struct s { int a; char b; }; int o = __builtin_offsetof(struct s, b);";
        let unit_of_plain = read("offsets.i", plain, data_model);
        assert_eq!(value(initial(&unit_of_plain, "o")), Some(4));
        let f = format!("{:?}", function(&unit, "f").body);
        assert!(f.contains("Unsupported(\"offsetof\")"), "{f}");
    }
}

#[test]
fn variable_arguments_become_reads_of_slots() {
    let text = "#include <stdarg.h>
        int f(int n, ...) { va_list a, b; va_start(a, n); va_copy(b, a);
          int x = va_arg(a, int); double d = va_arg(b, double); va_end(a); va_end(b); return x; }
        int g(va_list a) { return va_arg(a, int); }";
    for data_model in [DataModel::Ilp32, DataModel::Lp64] {
        let unit = read("variadic.c", text, data_model);
        // Models of library functions have some of their own.
        let all = format!("{:?}", [function(&unit, "f"), function(&unit, "g")]);
        assert!(!all.contains("Variadic"), "{all}");
        // One in g: what the initialisers of x and d refuse is with the variables.
        assert_eq!(all.matches("Unsupported").count(), 1, "{all}");
        let hidden = function(&unit, "f").parameters.last().copied();
        assert_eq!(
            &*unit.variable(hidden.expect("a parameter")).name,
            "$arguments"
        );
        let taken = format!("{:?}", initial(&unit, "d"));
        assert!(taken.contains("another type, or missing"), "{taken}");
        assert!(matches!(initial(&unit, "d").ty, Type::Float(_)));
    }
}

/// Arguments of `__builtin_constant_p`; gcc says what they are.
const ARGUMENTS: [&str; 22] = [
    "x",
    "3",
    "\"a\"",
    "1.5",
    "c",
    "sizeof x",
    "two",
    "(void *)0",
    "1 + 2 * 3",
    "(char)300",
    "(int)1.5",
    "1.5 + 2",
    "-1",
    "&x",
    "x + 5",
    "x + y",
    "*p",
    "g++",
    "!x",
    "L\"x\"",
    "(const char *)\"abc\"",
    "1 ? x : 2",
];

#[test]
fn constants_are_those_of_gcc() {
    let declared = "int g; enum { two = 2 };\n";
    let locals = "const int c = 3; int x = g, y = g, *p = &x;";
    let mut expected = format!("#include <stdio.h>\n{declared}int main(void) {{ {locals}\n");
    let mut ours = format!("{declared}void f(void) {{ {locals}\n");
    for (index, argument) in ARGUMENTS.iter().enumerate() {
        expected += &format!("printf(\"%d \", __builtin_constant_p({argument}));\n");
        ours += &format!("int r{index} = __builtin_constant_p({argument});\n");
    }
    expected += "return 0; }\n";
    ours += "}\n";
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let (source, program) = (folder.join("constant_p.c"), folder.join("constant_p"));
    std::fs::write(&source, expected).expect("the test folder is writable");
    let mut gcc = Command::new("gcc");
    gcc.args(["-O0", "-w", "-o"]).arg(&program).arg(&source);
    assert!(gcc.status().expect("gcc runs").success());
    let output = Command::new(&program).output().expect("the program runs");
    let output = String::from_utf8(output.stdout).expect("numbers");
    let unit = read("constants.c", &ours, DataModel::Lp64);
    let results = output.split_whitespace().zip(ARGUMENTS).enumerate();
    let mut agreed = 0;
    for (index, (expected, argument)) in results {
        let result = value(initial(&unit, &format!("r{index}"))).map(|value| value.to_string());
        assert_eq!(result.as_deref(), Some(expected), "{argument}");
        agreed += 1;
    }
    assert_eq!(agreed, ARGUMENTS.len());
}

#[test]
fn types_are_compared_as_gcc_does() {
    let unit = read(
        "compatible.c",
        "enum e { A }; enum f { B }; struct s { int a; }; typedef const int T;
         int t0 = __builtin_types_compatible_p(int, T), t1 = __builtin_types_compatible_p(int, long),
           t2 = __builtin_types_compatible_p(enum e, unsigned), t3 = \
         __builtin_types_compatible_p(enum e, enum f),
           t4 = __builtin_types_compatible_p(int[], int[5]),
           t5 = __builtin_types_compatible_p(char *, signed char *),
           t6 = __builtin_types_compatible_p(struct s *, struct s *);",
        DataModel::Lp64,
    );
    for (name, expected) in [
        ("t0", 1),
        ("t1", 0),
        ("t2", 1),
        ("t3", 0),
        ("t4", 1),
        ("t5", 0),
        ("t6", 1),
    ] {
        assert_eq!(value(initial(&unit, name)), Some(expected), "{name}");
    }
}

#[test]
fn atomic_operations_are_reads_and_writes() {
    let unit = read(
        "atomics.c",
        "int f(int *p, short *s, int **q) { int old = 0;
           __atomic_store_n(p, 3, 5); old += __atomic_load_n(p, 5);
           old += __atomic_exchange_n(p, 4, 5) + __atomic_fetch_add(s, 5, 5);
           old += __atomic_sub_fetch(p, 6, 5);
           old += __atomic_compare_exchange_n(p, &old, 7, 0, 5, 5);
           __atomic_exchange_n(q, p, 5); return old; }
         int g(int *p, int *q) { __atomic_store(p, q, 5); return __atomic_fetch_nand(p, 1, 5); }",
        DataModel::Lp64,
    );
    let f = format!("{:?}", function(&unit, "f").body);
    assert!(!f.contains("Unsupported") && !f.contains("Other("), "{f}");
    let hidden = unit.variables.iter();
    let hidden = hidden.filter(|variable| &*variable.name == "$hidden");
    // Three for each exchange and the fetch, five for the comparison.
    assert_eq!(hidden.count(), 3 + 3 + 5 + 3);
    let g = format!("{:?}", function(&unit, "g").body);
    assert_eq!(g.matches("Unsupported").count(), 2, "{g}");
}

#[test]
fn literals_of_every_width_are_read() {
    let unit = read(
        "literals.c",
        "char n[] = \"a\\xff\\0b\" \"c\"; char cut[2] = \"xyz\";
         __WCHAR_TYPE__ w[] = L\"\\x1234\" L\"z\"; __CHAR16_TYPE__ h[] = u\"\\u00e9\\U0001F600\";
         __CHAR32_TYPE__ d[] = U\"\\U0001F600\"; char e[] = u8\"\\u00e9\";
         int ranged[6] = { [1 ... 3] = 7, [5] = 9 };
         const char *f(void) { return __func__; } const char *g(void) { return __FUNCTION__; }",
        DataModel::Lp64,
    );
    let string = |name: &str| match &initial(&unit, name).kind {
        ExprKind::String(text) => text.clone(),
        other => panic!("not a string: {other:?}"),
    };
    let length = |name: &str| {
        let variable = unit.variables.iter().find(|known| &*known.name == name);
        match variable.expect("a variable").ty {
            Type::Array(_, length) => length.expect("a length"),
            ref other => panic!("not an array: {other:?}"),
        }
    };
    let expected: [(&str, &[u32], u64); 6] = [
        ("n", &[97, 255, 0, 98, 99], 6),
        ("cut", &[120, 121], 2),
        ("w", &[0x1234, 122], 3),
        ("h", &[0xe9, 0xd83d, 0xde00], 4),
        ("d", &[0x1f600], 2),
        ("e", &[0xc3, 0xa9], 3),
    ];
    for (name, characters, elements) in expected {
        assert_eq!(length(name), elements, "{name}");
        let shown: Vec<u32> = string(name).into_iter().take(elements as usize).collect();
        assert_eq!(shown, characters, "{name}");
    }
    let ranged = format!("{:?}", initial(&unit, "ranged"));
    assert_eq!(ranged.matches("Integer(7)").count(), 3, "{ranged}");
    assert_eq!(ranged.matches("ZeroInitialiser").count(), 2, "{ranged}");
    for (name, character) in [("f", 102), ("g", 103)] {
        let text = format!("{:?}", function(&unit, name).body);
        assert!(text.contains(&format!("String([{character}])")), "{text}");
    }
}
