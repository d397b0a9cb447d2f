// expect: safe
// args: --checks default
// A product that wraps around gives no object.
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint() % 10 + 1;
    assert(reallocarray(0, (size_t)-1, 2) == 0);
    int *numbers = reallocarray(0, n, sizeof *numbers);
    if (!numbers)
        return 1;
    numbers[n - 1] = 3;
    free(numbers);
    return 0;
}
