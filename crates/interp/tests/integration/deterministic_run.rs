//! Programs with one run: what is claimed of C programs, and of random automata whose runs on many
//! inputs must not differ.

use invar_cfa::{
    AssumeReason, CallPathId, Cfa, CheckId, DataModel, EdgeId, FunctionId, HavocOrigin,
    IntegerType, LocId, LocationKind, Operation, Program, Property, Scope, StableId, VarId,
};
use invar_cfa::{Check, CheckKind, Function};
use invar_frontend::clang::{ParseOptions, parse};
use invar_frontend::lower::lower;
use invar_interp::{DeterministicRun, Limits, Oracle, Outcome, Step, deterministic_run, run};
use invar_term::{ArrayValue, BvValue, Op, Sort, TermId, TermStore, Value};
use std::path::PathBuf;
use std::sync::Arc;

const DECLARATIONS: &str = "
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
extern void *malloc(unsigned long);
";

fn of_c(name: &str, text: &str) -> DeterministicRun {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("only_{name}.c"));
    std::fs::write(&path, format!("{DECLARATIONS}{text}")).expect("the test folder is writable");
    let unit = parse(&path, &ParseOptions::new(DataModel::Lp64)).expect("clang takes the program");
    let program = lower(&unit, DataModel::Lp64, Property::ASSERT).expect("it has a main");
    deterministic_run(&program, &Limits::default())
}

#[track_caller]
fn one(name: &str, text: &str) {
    let found = of_c(name, text);
    let ended = matches!(
        found,
        DeterministicRun::Ended(Outcome::Ended | Outcome::Blocked(..), _)
    );
    assert!(ended, "{found:?}");
}

#[track_caller]
fn several(name: &str, text: &str) {
    let found = of_c(name, text);
    assert!(matches!(found, DeterministicRun::Several(_)), "{found:?}");
}

#[test]
fn recursion_is_run() {
    one(
        "fib",
        "int fib(int n) { int r; if (n < 2) r = n; else r = fib(n - 1) + fib(n - 2); return r; }
         int main(void) { if (fib(14) != 377) reach_error(); return 0; }",
    );
}

#[test]
fn an_error_on_the_way_is_told() {
    let found = of_c(
        "error",
        "int main(void) { int i; for (i = 0; i < 9; i++) if (i == 7) reach_error(); return 0; }",
    );
    assert!(matches!(
        found,
        DeterministicRun::Ended(Outcome::Error(_), _)
    ));
}

#[test]
fn what_is_copied_is_not_looked_at() {
    one(
        "copied",
        "struct pair { int a, b; } p, q;
         int main(void) { int x, a[4]; int y = __VERIFIER_nondet_int();
           p.a = x; p.b = 3; q = p; a[1] = q.b; a[2] = y + x;
           if (a[1] != 3) reach_error(); return 0; }",
    );
}

#[test]
fn inputs_that_decide_give_several_runs() {
    several(
        "branch",
        "int main(void) { if (__VERIFIER_nondet_int() == 7) reach_error(); return 0; }",
    );
    several(
        "assumed",
        "int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 3); return 0; }",
    );
    several(
        "computed",
        "int main(void) { int x; int y = (x & 1) + 2; if (y > 5) reach_error(); return 0; }",
    );
    several(
        "argument",
        "int f(int n) { return n > 0 ? f(n - 1) : 0; }
         int main(void) { return f(__VERIFIER_nondet_int()); }",
    );
    several(
        "divisor",
        "int main(void) { int x = __VERIFIER_nondet_int(); int y = 4 / x; return 0; }",
    );
}

#[test]
fn elements_are_told_apart() {
    let with = |body: &str| {
        format!(
            "int main(void) {{ int a[8]; int i; int x = __VERIFIER_nondet_int();
             for (i = 0; i < 8; i += 2) a[i] = i; {body} return 0; }}"
        )
    };
    one("written", &with("if (a[4] != 4) reach_error();"));
    several("unwritten", &with("if (a[5] != 4) reach_error();"));
    several("index", &with("if (a[x & 7] > 7) reach_error();"));
    several(
        "overwritten",
        &with("a[(x & 1) + 6] = 9; if (a[0] != 0) reach_error();"),
    );
    several("element", &with("a[4] = x; if (a[4] > 7) reach_error();"));
}

#[test]
fn memory_from_malloc_is_open_until_written() {
    let with = |body: &str| {
        format!("int main(void) {{ int *p = malloc(40); p[3] = 5; {body} return 0; }}")
    };
    one("heap", &with("if (p[3] != 5) reach_error();"));
    several("heap_open", &with("if (p[2] == 5) reach_error();"));
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 8) as usize % bound
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

const BITS: Sort = Sort::BitVec(2);

/// Two functions over two-bit numbers and arrays of them; the first calls the second, which calls
/// itself.
struct Generator {
    random: Random,
    program: Program,
    scalars: Vec<VarId>,
    arrays: Vec<VarId>,
}

impl Generator {
    fn new(seed: u64) -> Generator {
        let terms = Arc::new(TermStore::new());
        let mut program = Program::new(terms, DataModel::Lp64, Property::ASSERT);
        let integer = IntegerType {
            width: 2,
            signed: false,
        };
        let mut add = |name: &str, sort: &Sort, scope| {
            program.add_variable(name, None, sort, integer, "unsigned", scope, None)
        };
        let array = Sort::array(BITS, BITS);
        let second = Scope::Local(FunctionId(1));
        let scalars = vec![
            add("g", &BITS, Scope::Global),
            add("h", &BITS, Scope::Global),
            add("p", &BITS, second),
            add("l", &BITS, second),
        ];
        let arrays = vec![
            add("a", &array, Scope::Global),
            add("b", &array, Scope::Global),
        ];
        Generator {
            random: Random(seed),
            program,
            scalars,
            arrays,
        }
    }

    fn scalar(&mut self, depth: usize) -> TermId {
        let terms = self.program.terms.clone();
        match self.random.below(if depth == 0 { 3 } else { 9 }) {
            0 | 1 => self.program.symbol(self.random.pick(&self.scalars)),
            2 => terms.bv(2, self.random.below(4) as u128),
            3 | 4 => {
                let operators = [Op::BvAdd, Op::BvAnd, Op::BvMul, Op::BvXor, Op::BvUdiv];
                let op = operators[self.random.below(5)].clone();
                terms.app(op, &[self.scalar(depth - 1), self.scalar(depth - 1)])
            }
            5 => {
                let condition = self.condition(depth - 1);
                terms.ite(condition, self.scalar(depth - 1), self.scalar(depth - 1))
            }
            _ => {
                let args = [self.array(depth - 1), self.scalar(depth - 1)];
                terms.app(Op::Select, &args)
            }
        }
    }

    fn array(&mut self, depth: usize) -> TermId {
        let terms = self.program.terms.clone();
        let variable = self.program.symbol(self.random.pick(&self.arrays));
        match self.random.below(if depth == 0 { 1 } else { 6 }) {
            0..=2 => variable,
            3 => terms.const_array(BITS, self.scalar(depth - 1)),
            4 => {
                let condition = self.condition(depth - 1);
                terms.ite(condition, self.array(depth - 1), variable)
            }
            _ => {
                let index = self.scalar(depth - 1);
                terms.store(self.array(depth - 1), index, self.scalar(depth - 1))
            }
        }
    }

    fn condition(&mut self, depth: usize) -> TermId {
        let terms = self.program.terms.clone();
        let less = depth.saturating_sub(1);
        match self.random.below(if depth == 0 { 2 } else { 5 }) {
            0 => terms.app(Op::BvUlt, &[self.scalar(less), self.scalar(less)]),
            1 => terms.app(Op::Eq, &[self.scalar(less), self.scalar(less)]),
            2 => terms.app(Op::Eq, &[self.array(less), self.array(less)]),
            3 => terms.and(&[self.condition(less), self.condition(less)]),
            _ => terms.or(&[self.condition(less), self.condition(less)]),
        }
    }

    fn operation(&mut self) -> Operation {
        match self.random.below(9) {
            0 => Operation::Havoc {
                target: self.random.pick(&self.scalars),
                origin: HavocOrigin::Uninitialised,
            },
            1 => Operation::Havoc {
                target: self.random.pick(&self.arrays),
                origin: HavocOrigin::Uninitialised,
            },
            2 => Operation::Call {
                function: FunctionId(1),
                arguments: vec![self.scalar(1)],
                results: vec![self.random.pick(&self.scalars)],
            },
            3 | 4 => {
                let target = self.random.pick(&self.arrays);
                let value = match self.random.below(2) {
                    0 => self.array(2),
                    _ => {
                        let (index, element) = (self.scalar(1), self.scalar(1));
                        let terms = &self.program.terms;
                        terms.store(self.program.symbol(target), index, element)
                    }
                };
                Operation::Assign { target, value }
            }
            _ => Operation::Assign {
                target: self.random.pick(&self.scalars),
                value: self.scalar(2),
            },
        }
    }

    fn function(&mut self, name: &str) -> Cfa {
        let mut cfa = Cfa::new(name);
        let mut add = |kind| {
            let stable = StableId::of(&[name, "place"]);
            cfa.add_location(kind, None, stable, CallPathId::ROOT)
        };
        let error = add(LocationKind::Error(CheckId(0)));
        let mut places = vec![cfa.entry];
        places.extend((0..8).map(|_| add_plain(&mut cfa, name)));
        for n in 0..places.len() {
            let from = places[n];
            let next = places.get(n + 1).copied().unwrap_or(cfa.exit);
            if self.random.below(3) > 0 {
                let operation = self.operation();
                cfa.add_edge(from, next, operation, None);
                continue;
            }
            let to = match self.random.below(6) {
                0 => error,
                1 => cfa.exit,
                _ => self.random.pick(&places),
            };
            let condition = self.condition(2);
            let not = self.program.terms.not(condition);
            for (to, condition) in [(to, condition), (next, not)] {
                let reason = AssumeReason::Branch;
                cfa.add_edge(from, to, Operation::Assume { condition, reason }, None);
            }
        }
        cfa
    }

    fn finished(mut self) -> Program {
        self.program.checks.push(Check {
            kind: CheckKind::ErrorCall,
            span: None,
        });
        let (parameter, result) = (self.scalars[2], self.scalars[3]);
        for (name, parameters, results) in [
            ("main", vec![], vec![]),
            ("f", vec![parameter], vec![result]),
        ] {
            let cfa = self.function(name);
            self.program.functions.push(Function {
                name: name.into(),
                cfa,
                parameters,
                results,
                span: None,
            });
        }
        self.program
    }
}

fn add_plain(cfa: &mut Cfa, name: &str) -> LocId {
    let stable = StableId::of(&[name, "plain"]);
    cfa.add_location(LocationKind::Plain, None, stable, CallPathId::ROOT)
}

struct Any<'r>(&'r mut Random);

impl Any<'_> {
    fn number(&mut self) -> Value {
        Value::Bv(BvValue::new(2, self.0.below(4) as u128))
    }
}

impl Oracle for Any<'_> {
    fn choose(&mut self, _: FunctionId, _: EdgeId, sort: &Sort) -> Value {
        if *sort == BITS {
            return self.number();
        }
        let mut array = ArrayValue::constant(BITS, self.number());
        for index in 0..4 {
            array.store(Value::Bv(BvValue::new(2, index)), self.number());
        }
        Value::Array(array)
    }
}

#[test]
fn runs_on_other_inputs_do_not_differ() {
    let limits = Limits {
        steps: 300,
        call_depth: 40,
        ..Limits::default()
    };
    let (mut single, mut open) = (0, 0);
    for seed in 0..4000 {
        let program = Generator::new(seed).finished();
        let (outcome, edges) = match deterministic_run(&program, &limits) {
            DeterministicRun::Several(_) | DeterministicRun::Ended(Outcome::Limit, _) => continue,
            DeterministicRun::Ended(outcome, edges) => (outcome, edges),
        };
        single += 1;
        let mut random = Random(seed);
        for _ in 0..24 {
            let mut steps = 0;
            let mut havocs = 0;
            let mut count = |step: Step<'_>| {
                steps += 1;
                let cfa = &program.function(step.function).cfa;
                let operation = &cfa.edge(step.edge).operation;
                havocs += u32::from(matches!(operation, Operation::Havoc { .. }));
            };
            let other = run(&program, &mut Any(&mut random), &mut count, &limits);
            assert_eq!((&other, steps), (&outcome, edges), "program {seed}");
            open += havocs;
        }
    }
    assert!(single > 400 && open > 4000, "{single} {open}");
}

#[test]
fn two_edges_that_can_be_taken_are_two_runs() {
    let mut program = Generator::new(0).finished();
    let mut cfa = Cfa::new("main");
    for to in [add_plain(&mut cfa, "main"), cfa.exit] {
        cfa.add_edge(cfa.entry, to, Operation::Skip, None);
    }
    program.functions[0].cfa = cfa;
    let found = deterministic_run(&program, &Limits::default());
    assert!(matches!(found, DeterministicRun::Several(_)), "{found:?}");
}

/// One edge after the other.
fn straight(name: &str, operations: Vec<Operation>) -> (Cfa, LocId) {
    let mut cfa = Cfa::new(name);
    let mut at = cfa.entry;
    for operation in operations {
        let next = add_plain(&mut cfa, name);
        cfa.add_edge(at, next, operation, None);
        at = next;
    }
    (cfa, at)
}

/// Whether a program may have several runs that executes some operations, in which it may call
/// others, and then looks at a condition.
fn decides(
    generator: Generator,
    main: Vec<Operation>,
    called: Vec<Operation>,
    condition: TermId,
) -> bool {
    let not = generator.program.terms.not(condition);
    let mut program = generator.finished();
    let (mut cfa, at) = straight("main", main);
    for condition in [condition, not] {
        let reason = AssumeReason::Branch;
        let operation = Operation::Assume { condition, reason };
        cfa.add_edge(at, cfa.exit, operation, None);
    }
    program.functions[0].cfa = cfa;
    let (mut cfa, at) = straight("f", called);
    cfa.add_edge(at, cfa.exit, Operation::Skip, None);
    program.functions[1].cfa = cfa;
    matches!(
        deterministic_run(&program, &Limits::default()),
        DeterministicRun::Several(_)
    )
}

fn havoc(target: VarId) -> Operation {
    Operation::Havoc {
        target,
        origin: HavocOrigin::Uninitialised,
    }
}

#[test]
fn a_write_at_an_open_index_may_have_changed_any_element() {
    for target in [0, 1] {
        for open in [true, false] {
            let generator = Generator::new(0);
            let terms = generator.program.terms.clone();
            let (g, target) = (generator.scalars[0], generator.arrays[target]);
            let symbol = |v: VarId| generator.program.symbol(v);
            let one = terms.bv(2, 1);
            let value = terms.store(symbol(generator.arrays[0]), symbol(g), one);
            let element = terms.app(Op::Select, &[symbol(target), terms.bv(2, 3)]);
            let condition = terms.app(Op::Eq, &[element, one]);
            let mut main = vec![Operation::Assign { target, value }];
            if open {
                main.insert(0, havoc(g));
            }
            assert_eq!(decides(generator, main, vec![], condition), open);
        }
    }
}

#[test]
fn open_results_stay_open() {
    for open in [true, false] {
        let generator = Generator::new(0);
        let terms = generator.program.terms.clone();
        let (g, result) = (generator.scalars[0], generator.scalars[3]);
        let called = if open {
            havoc(result)
        } else {
            Operation::Assign {
                target: result,
                value: terms.bv(2, 2),
            }
        };
        let call = Operation::Call {
            function: FunctionId(1),
            arguments: vec![terms.bv(2, 0)],
            results: vec![g],
        };
        let symbol = generator.program.symbol(g);
        let condition = terms.app(Op::Eq, &[symbol, terms.bv(2, 1)]);
        let decided = decides(generator, vec![call], vec![called], condition);
        assert_eq!(decided, open);
    }
}
