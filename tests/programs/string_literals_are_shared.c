// expect: unsafe
// Found on the corpus: equal literals are one object, as gcc has it.
extern void __VERIFIER_error(void);
int main(void) {
    if ((unsigned long)("--" + 1l) - (unsigned long)"--" == 1)
        __VERIFIER_error();
    return 0;
}
