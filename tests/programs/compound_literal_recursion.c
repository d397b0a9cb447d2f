// expect: unknown compound literal
// Each activation has a literal of its own, which is not modelled.
extern void __VERIFIER_error(void);
static int depth(int n, int *up) {
    int *here = (int[]){n};
    if (n > 0)
        depth(n - 1, here);
    return here[0] + *up;
}
int main(void) {
    int top = 10;
    if (depth(1, &top) != 11)
        __VERIFIER_error();
    return 0;
}
