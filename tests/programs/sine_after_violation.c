// expect: unsafe
// What happened before a bounded result is exact.
#include <assert.h>
#include <math.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    assert(x != 7);
    return sin(1.0) < 0.9;
}
