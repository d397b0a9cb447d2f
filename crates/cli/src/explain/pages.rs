//! The text of the pages.

/// A page.
pub(super) struct Page {
    /// Its word.
    pub(super) name: &'static str,
    /// Other words that lead here.
    pub(super) also: &'static [&'static str],
    /// What it means; the first sentence stands in the list.
    pub(super) what: &'static str,
    pub(super) why: &'static str,
    pub(super) help: &'static str,
    pub(super) example: &'static str,
}

/// Every page, in the order of the list.
pub(super) const PAGES: [Page; 25] = [
    Page {
        name: "safe",
        also: &["0", "exit code 0"],
        what: "No run violates the property. Exit code 0. The claim is about every run of the program under
the reading of C in SOUNDNESS.md and the assumptions that are printed with it.",
        why: "An engine found a proof (an inductive invariant, also about all elements of arrays, a k-inductive
one, or that every path was looked at), and another solver checked it on the program before any
optimisation. Or the program has one run, since no input decides anything, and it was executed.",
        help: "Read the assumptions: a function without a body returns any value and is taken to change
nothing else. The default also proves that no undefined behaviour of the checked kinds happens; with `--property assert` a
run ends silently where C leaves it undefined, and the first assumption says at how many places.",
        example: "$ invar check motor.c
motor.c: safe: no assertion fails and no checked undefined behaviour happens
certified by cvc5 (0.2 s)",
    },
    Page {
        name: "unsafe",
        also: &["1", "exit code 1"],
        what: "A run violates the property. Exit code 1. The values of all inputs are known, and the run was
repeated by the interpreter up to the violation.",
        why: "The program has a bug, the property is too strong, or an input can have values that the real
environment never delivers.",
        help: "Follow the printed steps from the first input. If an input is impossible, say so with
`__VERIFIER_assume(condition)` where it is read.",
        example: "int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x >= 0 && x < 100);   /* the sensor delivers nothing else */
  assert(x * x >= 0);
}",
    },
    Page {
        name: "unknown",
        also: &["3", "exit code 3"],
        what: "Neither safe nor unsafe is known. Exit code 3. This is no claim at all: the program may have a bug
or none.",
        why: "Time or memory was used up, something in the program is not modelled, or evidence was found
and did not pass its check. The report names the reason, which has a page of its own.",
        help: "Look up the reason with `invar explain`, for instance `invar explain timeout`.",
        example: "$ invar check big.c --timeout 10s
big.c: unknown: timeout after 10 s while searching
$ invar explain timeout",
    },
    Page {
        name: "exit codes",
        also: &["exit code", "exit"],
        what: "The exit code of `invar check` is the verdict. 0 safe, 1 unsafe, 2 wrong usage or an input that
cannot be read, 3 unknown. With `--since` 0 also says that a change cannot affect anything.",
        why: "Scripts and build systems need the verdict without reading text.",
        help: "Treat 3 as you like: as a failure in a strict pipeline, as a warning in a tolerant one. Never
treat 2 as a verdict.",
        example: "invar check motor.c
case $? in
  0) echo proved ;;
  1) echo bug; exit 1 ;;
  3) echo 'not decided' ;;
  *) exit 2 ;;
esac",
    },
    Page {
        name: "proved",
        also: &[],
        what: "No run violates this assertion. A status of a single assertion.",
        why: "The proof of the program covers it: wherever the assertion is reached, its condition holds.",
        help: "Nothing. An assertion that is never reached has the status `unreachable` where that is known.",
        example: "for (int i = 0; i < 10; i++) sum += 1;
assert(sum == 10);     /* proved */",
    },
    Page {
        name: "violated",
        also: &[],
        what: "Some run reaches this assertion and fails it. A status of a single assertion.",
        why: "The run that is printed ends here. Other assertions of the program are then not decided by
this run: it ends at the first one that fails.",
        help: "Repair it, then check again; further violations may come after it.",
        example: "int x = __VERIFIER_nondet_int();
assert(x != 7);        /* violated with x = 7 */",
    },
    Page {
        name: "no-overflow",
        also: &["overflow", "signed overflow"],
        what: "A property: no signed operation has a result that does not fit its type. Each operation is a check
with its own status; a violation ends with the operands, such as `2147483647 + 1 does not fit int`.",
        why: "C leaves signed overflow undefined: compilers assume that it does not happen. Left shifts that
lose bits count, unsigned arithmetic and conversions do not.",
        help: "Test the operands before, compute in a wider type, or use unsigned numbers where wrapping is meant.",
        example: "int middle(int low, int high) {
  return (low + high) / 2;         /* overflows for large numbers */
  return low + (high - low) / 2;   /* does not, for 0 <= low <= high */
}",
    },
    Page {
        name: "division-by-zero",
        also: &["division", "division by zero"],
        what: "A property: no integer is divided by zero, by `/` or by `%`.",
        why: "It is undefined in C and ends the program on most machines.",
        help: "Test the divisor, or say with `__VERIFIER_assume` that an input is not zero.",
        example: "int mean(int sum, int count) {
  return count ? sum / count : 0;
}",
    },
    Page {
        name: "shift",
        also: &["shifts"],
        what: "A property: nothing is shifted by a negative amount or by its width or more, and no signed number
is shifted to the left that is negative or loses bits.",
        why: "C leaves all of these undefined (C11 6.5.7), and machines differ in what they do.",
        help: "Mask the amount (`n & 31`), and shift unsigned numbers.",
        example: "unsigned bit(int n) {
  return 1u << (n & 31);
}",
    },
    Page {
        name: "array-bounds",
        also: &["bounds", "array index out of bounds"],
        what: "A property: no index is outside the array that is indexed.",
        why: "Such an access reads or destroys something else.",
        help: "Test the index. An index of an array through a pointer is a matter of memory safety.",
        example: "int at(int i) {
  static int table[8];
  return i >= 0 && i < 8 ? table[i] : 0;
}",
    },
    Page {
        name: "unreachable",
        also: &[],
        what: "No run gets to this assertion, so it holds vacuously. A status of a single assertion.",
        why: "The code is dead, or an assumption before it excludes every run. The second is often a mistake:
everything holds after assumptions that contradict each other.",
        help: "Check the conditions and assumptions on the way to it. If the code is dead on purpose, there
is nothing to do.",
        example: "__VERIFIER_assume(x > 10);
__VERIFIER_assume(x < 5);
assert(x == 1234);     /* unreachable: no run gets here */",
    },
    Page {
        name: "unaffected",
        also: &["since"],
        what: "The change since a revision cannot affect this assertion, so it was not checked again. A status with
`--since REV`. It is no claim that the assertion holds: it may have been violated before, too. If every
assertion is unaffected, nothing is claimed, and the exit code is 0.",
        why: "What the assertion asks is the same as at the revision: the program with this assertion alone, after
simplification and without names. Functions it does not depend on, names, comments and the order of
functions make no difference. Assertions before it can: it is judged on the runs that pass them.",
        help: "To have everything checked, leave out `--since`. What cannot be compared (constructs that are
not modelled, recursion that changed, files that were not there) is checked anyway.",
        example: "$ invar check motor.c --since origin/main
motor.c: nothing that the change since origin/main can affect
assertions: 11 unaffected",
    },
    Page {
        name: "timeout",
        also: &["time"],
        what: "The time given was used up. 300 seconds unless `--timeout` says otherwise.",
        why: "The proof needs an invariant that the search did not find in time, or the failing run is long.
Loops with products of variables, arrays that are sorted or searched, and deep nesting are typical.",
        help: "Give more time (`--timeout 30m`), try another engine (`--engine kind`, `--engine spacer`), or
help the search: state in the loop what you know with an assertion, make bounds smaller,
check one function with `--entry`.",
        example: "$ invar check sort.c --timeout 30s
sort.c: unknown: timeout after 30 s while searching
$ invar check sort.c --timeout 10m --engine kind",
    },
    Page {
        name: "memory",
        also: &["memory limit"],
        what: "The memory given with `--memory` was used up. The processes were ended.",
        why: "The program is large after inlining, or a solver works on a formula with many arrays or wide
multiplications.",
        help: "Allow more (`--memory 8GB`), inline less recursion (`--recursion 3`), or check a part with
`--entry`.",
        example: "$ invar check parser.c --memory 500MB
parser.c: unknown: memory limit of 500 MB reached while searching
$ invar check parser.c --memory 4GB",
    },
    Page {
        name: "cancelled",
        also: &["interrupted"],
        what: "Someone asked to stop. Ctrl-C, or the end of the process that started the check.",
        why: "The search was ended from outside before it had a verdict.",
        help: "Start it again; what was found is not kept between runs.",
        example: "$ invar check big.c
^C
big.c: unknown: cancelled",
    },
    Page {
        name: "solver gave up",
        also: &["solver"],
        what: "A solver answered `unknown`, or failed. That is never taken as yes or no.",
        why: "Formulas with products of variables, division, or floating point can be beyond a solver, and
solvers have limits of their own.",
        help: "Try another arithmetic (`--arithmetic bv`), another engine, or another certifier
(`--certifier yices`, `--certifier bitwuzla`). `--query-log DIR` writes the queries for a closer look.",
        example: "$ invar check hash.c
hash.c: unknown: solver gave up: cvc5: timeout
$ invar check hash.c --arithmetic bv --engine bmc",
    },
    Page {
        name: "unsupported construct",
        also: &["unsupported"],
        what: "Something in the program is not modelled, and some run may reach it. The report says what and
where.",
        why: "C is large. Threads, `setjmp`, and library functions without a model
lead to a place of their own; a proof must show that no run gets there.",
        help: "If it does not matter, replace it: give the function a body of your own for the check, or
leave it out with `-D` and `#ifdef`. SOUNDNESS.md lists what is modelled.",
        example: "$ invar check log.c
log.c: unknown: unsupported construct: library function setenv at log.c:12:3
$ invar check log.c stubs.c -D CHECKED",
    },
    Page {
        name: "unsupported property",
        also: &["property"],
        what: "The property has a name, but is not checked yet. Nothing was looked at.",
        why: "Termination, data races and others come later.",
        help: "State what you need as an assertion.",
        example: "int add(int a, int b) {
  assert(b >= 0 ? a <= INT_MAX - b : a >= INT_MIN - b);   /* no overflow here */
  return a + b;
}",
    },
    Page {
        name: "bound reached",
        also: &["bound"],
        what: "A limit of the method was reached before a verdict. The program may have longer runs, deeper calls
or more code than was looked at.",
        why: "Recursive calls are inlined to a limit (`--recursion`), the inlined program has a largest size,
and the engine `bmc` unrolls loops only so far.",
        help: "Raise the limit (`--recursion 30`), choose an engine that proves (`ic3-cfa`, `kind`), or turn
deep recursion into a loop.",
        example: "$ invar check tree.c
tree.c: unknown: bound reached: more than 150000 edges after inlining
$ invar check tree.c --recursion 4",
    },
    Page {
        name: "certificate rejected",
        also: &["certificate", "rejected"],
        what: "An engine claimed a verdict and its evidence did not pass the check. The claim is not repeated.",
        why: "The proof was found over ideal integers and does not survive overflow, the certifying solver
could not decide in time, or an engine has a bug: this check is there for that.",
        help: "Search over exact arithmetic (`--arithmetic bv`), give more time, or try `--certifier yices`. If
it happens with `--arithmetic bv`, please report it with the program.",
        example: "$ invar check mix.c
mix.c: unknown: certificate rejected: safe was claimed, but ...
$ invar check mix.c --arithmetic bv",
    },
    Page {
        name: "nothing to check",
        also: &["nothing"],
        what: "The program has no assertion and no operation that C may leave undefined, as far as the run
gets from its start. Exit code 3: there is nothing that a proof could be about.",
        why: "The assertions are in functions that are never called, NDEBUG removes them, or the wrong file
or entry was given.",
        help: "State what must hold with `assert`. Without a `main`, name the function to start with:
`--entry f`, or look at all functions with `invar survey`.",
        example: "$ invar check motor.c -- -DNDEBUG
motor.c: unknown
reason: nothing to check: 0 assertions, 0 places where C may be undefined",
    },
    Page {
        name: "vacuous",
        also: &["no execution"],
        what: "Everything that was asked for holds, but only because no execution gets to any of it. Exit code
3: such a proof says nothing about the program.",
        why: "An assumption before it excludes every run, a loop before it never ends, every run ends before
it, or the code is dead.",
        help: "Look at the conditions and assumptions on the way to the places that are `unreachable`. The
verdict is `safe` again once one of them can be reached.",
        example: "__VERIFIER_assume(x > 10 && x < 5);
assert(x == 1234);     /* holds, and says nothing */",
    },
    Page {
        name: "refused assumption",
        also: &["strict", "assume"],
        what: "A proof was found and certified, but it rests on an assumption of a kind that `--strict` or
`--assume KIND=off` refuses. Exit code 3: under that assumption the program is safe.",
        why: "A function has no body, a variable is volatile, the run starts elsewhere than at main, or the
property leaves undefined behaviour out.",
        help: "Read the `assumed:` lines. Give functions a body, ask for more with `--checks default`, or accept
the kind with `--assume KIND=on`. `invar explain assumptions` lists the kinds.",
        example: "$ invar check motor.c --strict
motor.c: unknown: refused assumption: the proof rests on missing-body
$ invar check motor.c --strict --assume missing-body=on",
    },
    Page {
        name: "input",
        also: &["2", "exit code 2", "usage"],
        what: "The program text or the arguments could not be read. Exit code 2, no verdict.",
        why: "clang rejects the file, a header is not found, two files do not fit together, there is no
`main`, or an argument is wrong.",
        help: "Compile it first: whatever clang needs (`-I`, `-D`, `-std=...`), invar needs too. Take the options
from the build with `--compile-commands build/compile_commands.json`. Without `main`, name the
function to start with: `--entry f`.",
        example: "$ invar check motor.c
error: input: motor.c:1:10: 'board.h' file not found
$ invar check motor.c -I boards/x1/include",
    },
    Page {
        name: "internal error",
        also: &["internal"],
        what: "A part of invar failed. No verdict was lost and none was invented.",
        why: "A bug in invar, a missing solver, or a process that the system ended.",
        help: "Try another engine, and please report it with the program and the command line.",
        example: "$ invar check odd.c
odd.c: unknown: internal error: the worker ended early (signal: 9)
$ invar check odd.c --engine kind",
    },
];
