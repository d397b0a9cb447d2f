// expect: unknown
// A pointer one past the end of `a` may be equal to the address of `b`.
#include <assert.h>

int a[2], b[2];

int main(void)
{
    int *end = a + 2;
    assert(end != b);
    return 0;
}
