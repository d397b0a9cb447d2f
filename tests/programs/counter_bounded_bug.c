// expect: unsafe
extern void __VERIFIER_error(void);
int main(void) {
    int sum = 0;
    for (int i = 0; i <= 10; i++)
        sum += i;
    if (sum != 45)
        __VERIFIER_error();
    return 0;
}
