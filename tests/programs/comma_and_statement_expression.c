// expect: safe
extern void __VERIFIER_error(void);
int main(void) {
    int a = 1, b;
    b = (a++, a * 10);
    int c = ({
        int t = b;
        t + a;
    });
    if (a != 2 || b != 20 || c != 22)
        __VERIFIER_error();
    return 0;
}
