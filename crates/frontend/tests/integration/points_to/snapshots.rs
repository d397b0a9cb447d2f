//! Nodes and parts of small programs, as listings.
//!
//! A line `a b: stride 4 zero` is a node with its objects, then its parts as `offset+size content`.
//! After a change of the analysis, read each difference as a claim about C before accepting it.

use super::support::{listing, listing_in};
use invar_cfa::DataModel;

/// Compares the listing of a program in the 64-bit model.
fn check(program: &str, expected: &str) {
    assert_eq!(listing(program).trim(), expected.trim(), "of\n{program}");
}

#[test]
fn swap_by_pointers() {
    check(
        r#"
void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
int main(void) { int x = 1, y = 2, z = 3; swap(&x, &y); return z; }
"#,
        "
x: any
  0+4 int32
y: any
  0+4 int32
in memory: x y
",
    );
}

#[test]
fn list_on_the_heap() {
    check(
        r#"
void *malloc(unsigned long);
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = 0;
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof(struct node));
    n->value = i; n->next = head; head = n;
  }
  int sum = 0;
  for (struct node *p = head; p; p = p->next) sum += p->value;
  return sum;
}
"#,
        "
heap1: any
  0+4 int32
  8+8 pointer
in memory:
",
    );
}

#[test]
fn container_of_an_inner_list() {
    check(
        r#"
struct list { struct list *next, *prev; };
struct item { int id; struct list link; double weight; };
#define container_of(ptr, type, member) ((type *)((char *)(ptr) - (unsigned long)&((type *)0)->member))
void add(struct list *head, struct list *new) { new->next = head->next; new->prev = head; head->next = new; }
int main(void) {
  struct list head = { &head, &head };
  struct item a = { 1 }, b = { 2 };
  add(&head, &a.link); add(&head, &b.link);
  struct item *first = container_of(head.next, struct item, link);
  return first->id;
}
"#,
        "
head a@-8 b@-8: any
  -8+4 int32
  0+8 pointer
  8+8 pointer
  16+8 double
in memory: head a b
",
    );
}

#[test]
fn union_members_that_disagree_are_bytes() {
    check(
        r#"
union u { int i; float f; };
int main(void) { union u x; x.f = 1.0f; int plain = x.i; return plain; }
"#,
        "
x: any
  0+4 bytes
in memory: x
",
    );
}

#[test]
fn matrix_passed_to_functions() {
    check(
        r#"
int sum(int n, int m[3][4]) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < 4; j++) s += m[i][j]; return s; }
int total(int *p, int n) { int s = 0; while (n--) s += *p++; return s; }
int main(void) { int a[3][4]; a[1][2] = 3; return sum(3, a) + total(&a[0][0], 12); }
"#,
        "
a: any
  0+4 int32 folded
in memory: a
",
    );
}

#[test]
fn inner_array_passed_on() {
    check(
        r#"
struct s { int n; int data[10]; char tail; };
int total(int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
int main(void) { struct s x; x.n = 3; x.tail = 1; x.data[2] = 1; return total(x.data, x.n) + x.tail; }
"#,
        "
x: any
  0+4 int32
  4+4 int32 folded
  44+1 int8
in memory: x
",
    );
}

#[test]
fn array_of_structs_in_memory_and_plain() {
    check(
        r#"
struct s { int x; long y; };
struct s table[8];
long f(struct s *p) { p->y = p->x; return p[1].y; }
int main(void) { struct s plain[4]; plain[1].x = 2; plain[2] = plain[1]; return f(&table[plain[2].x]); }
"#,
        "
table: zero
  0+4 int32 folded
  8+8 int64 folded
in memory: table
",
    );
}

#[test]
fn function_pointers_in_a_struct() {
    check(
        r#"
struct ops { int (*open)(int); int (*close)(void); };
int my_open(int x) { return x; }
int my_close(void) { return 0; }
int unused(int y) { return y; }
struct ops ops = { my_open, my_close };
int main(void) { struct ops *o = &ops; return o->open(1) + o->close(); }
"#,
        "
ops: zero
  0+8 pointer
  8+8 pointer
my_open():
my_close():
in memory: ops
",
    );
}

#[test]
fn copied_structs_share_a_node() {
    check(
        r#"
void *memcpy(void *, const void *, unsigned long);
struct s { int *p; int q; };
int main(void) { int t; struct s a = { &t, 1 }, b; memcpy(&b, &a, sizeof b); *b.p = 2; return t; }
"#,
        "
t: any
  0+4 int32
a b: any
  0+8 pointer
  8+4 int32
in memory: t a b
",
    );
}

#[test]
fn bytewise_copy_of_an_integer() {
    check(
        r#"
int main(void) { int x = 5, y; char *p = (char *)&x, *q = (char *)&y; for (int i = 0; i < 4; i++) q[i] = p[i]; return y; }
"#,
        "
x: stride 1 any
  0+1 bytes folded
y: stride 1 any
  0+1 bytes folded
in memory: x y
",
    );
}

#[test]
fn table_of_strings() {
    check(
        r#"
const char *names[] = { "zero", "one" };
int main(void) { return names[1][0]; }
"#,
        "
literal1 literal2: zero
  0+1 int8 folded
in memory:
",
    );
}

#[test]
fn callbacks_and_arguments_of_main() {
    check(
        r#"
int (*fp)(int *);
int f(int *p) { return *p; }
int g(int *p) { return ++*p; }
int h(int a, int b) { return a; }
void apply(int (*cb)(int *), int *arg) { cb(arg); }
int main(int argc, char **argv) { int x = 0; apply(f, &x); fp = g; fp(&x); int (*k)(int, int) = h; return k(1, 2) + argv[1][0]; }
"#,
        "
x: any
  0+4 int32
argv: stride 8 any
  0+8 pointer folded
argument: any misalignable
  0+1 int8 folded
f():
g():
h():
in memory: x
",
    );
}

#[test]
fn locals_of_a_recursive_function() {
    check(
        r#"
int fact(int n, int *out) { int local = 1; if (n > 1) fact(n - 1, &local); *out = local * n; return local; }
int main(void) { int r; fact(3, &r); return r; }
"#,
        "
r local: any
  0+4 int32
in memory: local r
",
    );
}

#[test]
fn pointer_to_pointer() {
    check(
        r#"
int main(void) { int x, y; int *p = &x; int **q = &p; *q = &y; **q = 3; return y; }
"#,
        "
x y: any
  0+4 int32
p: any
  0+8 pointer
in memory: x y p
",
    );
}

#[test]
fn heap_array_of_structs_with_arrays() {
    check(
        r#"
void *malloc(unsigned long);
struct s { int n; int a[4]; struct { char c; short h[2]; } in[3]; };
int main(void) { struct s *p = malloc(10 * sizeof *p); p[2].a[1] = 3; p[1].in[2].h[1] = 4; p->n = 1; p->in[0].c = 2; return p[3].n; }
"#,
        "
heap1: stride 40 any
  0+4 int32 folded
  4+4 int32 folded
  20+1 int8 folded
  22+2 int16 folded
in memory:
",
    );
}

#[test]
fn array_as_first_member() {
    check(
        r#"
struct s { char buf[8]; int n; };
void fill(char *p, int n) { for (int i = 0; i < n; i++) p[i] = 'x'; }
int main(void) { struct s x; struct s *p = &x; fill(p->buf, 8); p->n = 3; return p->n + x.buf[2]; }
"#,
        "
x: any
  0+1 int8 folded
  8+4 int32
in memory: x
",
    );
}

#[test]
fn pointers_through_integers() {
    check(
        r#"
typedef unsigned long word;
struct s { int a; int b; };
int main(void) { struct s x = {1, 2}; word w = (word)&x; int *p = (int *)(w + 4); return *p; }
"#,
        "
x: any
  0+4 int32
  4+4 int32
in memory: x
",
    );
}

#[test]
fn bit_fields_are_bytes() {
    check(
        r#"
struct b { unsigned a : 3; unsigned b : 12; int c; };
int main(void) { struct b x = {1, 2, 3}; struct b *p = &x; p->b = 4; return p->c + x.a; }
"#,
        "
x: any
  0+2 bytes
  4+4 int32
in memory: x
",
    );
}

#[test]
fn flexible_array_member() {
    check(
        r#"
struct msg { int len; char data[]; };
void *malloc(unsigned long);
int main(void) { struct msg *m = malloc(100); m->len = 4; m->data[3] = 1; return m->data[2]; }
"#,
        "
heap1: any
  0+4 int32
  4+1 int8 folded
in memory:
",
    );
}

#[test]
fn variadic_pointers() {
    check(
        r#"
#include <stdarg.h>
int f(int n, ...) { va_list ap; va_start(ap, n); int *p = va_arg(ap, int *); va_end(ap); return *p; }
int main(void) { int x = 3; return f(1, &x); }
"#,
        "
x: any
  0+4 int32
$slots: stride 64 any
  0+4 int32 folded
  24+8 pointer folded
in memory: x $slots
",
    );
}

#[test]
fn pointers_and_integers_of_one_size_are_bytes_in_the_32_bit_model() {
    let program = "
union u { int i; int *p; };
int main(void) { int x; union u v; v.p = &x; return v.i; }
";
    let wide = program.replace("int i", "long i");
    assert_eq!(
        listing_in(program, DataModel::Ilp32).trim(),
        "v: any\n  0+4 bytes\nin memory: x v"
    );
    assert_eq!(
        listing_in(&wide, DataModel::Lp64).trim(),
        "v: any\n  0+8 pointer\nin memory: x v"
    );
}
