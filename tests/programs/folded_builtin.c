// expect: unknown
// gcc folds builtins of constants.
#include <assert.h>

int main(void)
{
    int x = 3;
    if (__builtin_constant_p(__builtin_popcount(7)))
        x = 1;
    assert(x == 1);
    return 0;
}
