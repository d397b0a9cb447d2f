// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
static int twice(int x) { return 2 * x; }
static int thrice(int x) { return 3 * x; }
struct operations { int (*run)(int); };
int main(void) {
    struct operations o;
    o.run = __VERIFIER_nondet_int() ? twice : thrice;
    int r = o.run(5);
    if (r != 10 && r != 15)
        __VERIFIER_error();
    return 0;
}
