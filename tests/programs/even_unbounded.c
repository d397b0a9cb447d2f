// expect: safe
// Needs an invariant: x stays even over any number of rounds.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) {
    unsigned x = 0;
    while (__VERIFIER_nondet_int())
        x += 2;
    if (x % 2 != 0)
        __VERIFIER_error();
    return 0;
}
