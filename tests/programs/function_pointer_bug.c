// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
static int twice(int x) { return 2 * x; }
static int thrice(int x) { return 3 * x; }
static int (*table[2])(int) = { twice, thrice };
int main(void) {
    int i = __VERIFIER_nondet_int();
    if ((i == 0 || i == 1) && table[i](5) == 15)
        __VERIFIER_error();
    return 0;
}
