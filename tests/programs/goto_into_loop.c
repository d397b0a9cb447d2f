// expect: safe
// Found by fuzzing: a loop with two entries cannot be summarised when its head is not counted.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
int main(void) {
    int i = 0;
    if (__VERIFIER_nondet_bool())
        goto L;
    for (; i < 1;) {
    L:
        i++;
    }
    if (i > 1)
        reach_error();
    return 0;
}
