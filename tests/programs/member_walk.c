// expect: unknown leaves the array or member
// A pointer walks from one member of a struct to the next.
#include <assert.h>

struct three { int a, b, c; };

int main(void)
{
    struct three s = {1, 2, 3};
    int *p = &s.a;
    p++;
    *p = 9;
    assert(s.b == 2);
    return 0;
}
