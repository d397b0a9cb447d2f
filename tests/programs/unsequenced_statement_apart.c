// expect: safe
// args: --property default
// The block has a variable of its own.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 10)
        return 0;
    return i++ + ({ int k = 1; k++; k; });
}
