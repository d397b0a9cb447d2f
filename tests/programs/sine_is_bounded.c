// expect: safe
// Of functions whose last bits are open, bounds are known.
#include <assert.h>
#include <math.h>

extern double __VERIFIER_nondet_double(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (!(x > -100 && x < 100))
        return 0;
    int index = (int)((sin(x) + 1) * 4);
    int table[9] = {0};
    assert(exp(x) >= 0);
    return table[index];
}
