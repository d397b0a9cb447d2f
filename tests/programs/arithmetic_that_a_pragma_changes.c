// expect: unknown pragma
// gcc takes it that no number is a NaN.
#include <assert.h>
#pragma GCC optimize ("finite-math-only")

extern double input(void);

int main(void)
{
    double x = input();
    assert(x == x);
    return 0;
}
