// expect: unsafe
extern void __VERIFIER_error(void);
int main(void) {
    int x;
    if (x == 42)
        __VERIFIER_error();
    return 0;
}
