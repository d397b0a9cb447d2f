// expect: safe
extern void __VERIFIER_error(void);
int m[3][4];
int main(void) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            m[i][j] = 10 * i + j;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            if (m[i][j] != 10 * i + j)
                __VERIFIER_error();
    return 0;
}
