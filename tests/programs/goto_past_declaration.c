// expect: unsafe
// The jump leaves x without its initial value; nothing may be assumed about it.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) {
    if (__VERIFIER_nondet_int())
        goto inside;
    {
        int x = 1;
    inside:
        if (x == 77)
            __VERIFIER_error();
    }
    return 0;
}
