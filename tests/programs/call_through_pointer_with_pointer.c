// A call through a pointer goes on after it, whatever is unknown about other targets.
// expect: unsafe
// args: --property default
#include <assert.h>

static int first(int *p)
{
    return *p;
}

int main(void)
{
    int x = 1;
    int (*f)(int *) = first;
    int y = f(&x);
    assert(y == 2);
    return 0;
}
