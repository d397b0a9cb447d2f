// expect: safe
// An access through a null pointer ends the path.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
static int global;
static void set(int *p) { *p = 1; }
int main(void) {
    set(__VERIFIER_nondet_int() ? &global : 0);
    if (global != 1)
        __VERIFIER_error();
    return 0;
}
