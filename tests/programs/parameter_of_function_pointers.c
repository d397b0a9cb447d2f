// expect: safe
// A parameter that is an array of pointers to functions: what follows the bound is no call.
#include <assert.h>

static int one(int x)
{
    return x + 1;
}

static int two(int x)
{
    return x + 2;
}

static int both(int (*t[2])(int), int x)
{
    return t[1](t[0](x));
}

int main(void)
{
    int (*t[2])(int) = {one, two};
    assert(both(t, 3) == 6);
    return 0;
}
