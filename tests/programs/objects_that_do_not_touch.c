// expect: safe
// The end of an array is compared with pointers into it, also where a function does so for several arrays.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int count(const int *first, const int *end)
{
    int n = 0;
    while (first != end) {
        n++;
        first++;
    }
    return n;
}

int main(void)
{
    int a[3] = {0}, b[4] = {0};
    int n = __VERIFIER_nondet_int() ? count(a, a + 3) : count(b, b + 4);
    assert(n >= 3 && n <= 4);
    assert(a != b && &a[1] != b);
    return 0;
}
