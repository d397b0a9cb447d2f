// expect: safe
// The assertion is inside the recursion: it holds because of what all calls pass.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
static void walk(int from, int to) {
    if (from < 0 || from > to + 1)
        __VERIFIER_error();
    if (from <= to && __VERIFIER_nondet_int())
        walk(from + 1, to);
}
int main(void) {
    int to = __VERIFIER_nondet_int();
    if (to < 0 || to > 1000000)
        return 0;
    walk(0, to);
    return 0;
}
