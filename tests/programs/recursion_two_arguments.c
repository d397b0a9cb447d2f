// expect: safe
// What one argument loses the other gets: the summary is about both and the result.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
static int moved(int to, int from) {
    if (from > 0)
        return moved(to + 1, from - 1);
    if (from < 0)
        return moved(to - 1, from + 1);
    return to;
}
int main(void) {
    int to = __VERIFIER_nondet_int();
    int from = __VERIFIER_nondet_int();
    if (to < 0 || from < 0)
        return 0;
    if (moved(to, from) != from + to)
        __VERIFIER_error();
    return 0;
}
