// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
static int sum(int n) {
    int a[n], s = 0;
    for (int i = 0; i < n; i++)
        a[i] = i;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s + sizeof a / sizeof a[0];
}
int main(void) {
    if (sum(4) != 10)
        __VERIFIER_error();
    return 0;
}
