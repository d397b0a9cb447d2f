// expect: unknown numbers of other sizes
// The upper half of the register is not the sign of an `int`.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static long twice(long x) {
    return x + x;
}

int main(void) {
    long (*f)(int) = (long (*)(int))twice;
    int x = __VERIFIER_nondet_int();
    if (x > -100 && x < 100)
        assert(f(x) == 2 * x);
    return 0;
}
