// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
struct flags { unsigned a : 3; unsigned b : 7; int c : 6; };
static void set(struct flags *f, int v) { f->b = v; f->c = -v; }
int main(void) {
    struct flags f = { 5, 0, 0 };
    set(&f, 9);
    if (f.a != 5 || f.b != 9 || f.c != -9)
        __VERIFIER_error();
    return 0;
}
