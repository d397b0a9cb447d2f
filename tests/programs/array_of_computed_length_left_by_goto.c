// expect: unsafe
// A jump back over the declaration of an array of computed length ends the array.
// args: --checks default
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int i = 0, n = __VERIFIER_nondet_int();
    if (n < 1 || n > 4)
        return 0;
    char *p = 0;
again:;
    char v[n];
    v[0] = (char)(i + 1);
    if (i == 0) {
        p = v;
        i = 1;
        goto again;
    }
    assert(p[0] == 1);
    return 0;
}
