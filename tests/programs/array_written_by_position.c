// expect: safe
// What is written depends on where the counter stands beside a number that stays, and so does where.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) {
    int a[8] = {0};
    int k = __VERIFIER_nondet_int();
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        int at = 2;
        if (i == k) {
            at = 1;
            a[3] = 7;
        }
        a[at] = 5;
    }
    if (a[0] != 0)
        __VERIFIER_error();
    return 0;
}
