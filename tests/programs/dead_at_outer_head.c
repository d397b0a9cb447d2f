// expect: safe
// Found on the corpus: j is dead at the outer head, where the passes forgot its value; a fact about
// it there does not hold in the source program and must not be part of the proof.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < 8; j++)
            if (n - 1 - i < 0)
                __VERIFIER_error();
    return 0;
}
