// expect: unknown
// The bound of an array parameter is evaluated when the function begins.
#include <assert.h>
#define NEXT n++

int f(int n, int a[NEXT])
{
    return n;
}

int main(void)
{
    int z[9];
    assert(f(3, z) == 3);
    return 0;
}
