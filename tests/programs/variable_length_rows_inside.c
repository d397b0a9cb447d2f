// expect: safe
// args: --property default
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = 5;
    int a[3][n];
    a[2][4] = 1;
    a[0][0] = 2;
    return sizeof a == 60 && &a[2][0] - &a[0][0] == 10 ? a[2][4] - 1 : 1 / (a[2][4] - 1);
}
