// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
static void fill(int m[2][3], int v) {
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            m[i][j] = v + 3 * i + j;
}
int main(void) {
    int m[2][3];
    fill(m, 7);
    if (m[1][2] != 12 || m[0][1] != 8)
        __VERIFIER_error();
    return 0;
}
