// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = 0;
    switch (x) {
    case 1:
        y += 1;
    case 2:
        y += 2;
        break;
    case 10 ... 20:
        y = x;
        break;
    default:
        y = -1;
    }
    if (x == 1 && y != 3)
        __VERIFIER_error();
    if (x == 2 && y != 2)
        __VERIFIER_error();
    if (x == 15 && y != 15)
        __VERIFIER_error();
    if (x == 21 && y != -1)
        __VERIFIER_error();
    return 0;
}
