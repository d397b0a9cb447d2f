#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned limit = __VERIFIER_nondet_uint();
    unsigned i = 0, steps = 0;
    while (i < limit) {
        i++;
        steps++;
    }
    assert(steps == limit);
    return 0;
}
