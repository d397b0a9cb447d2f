// expect: unsafe
// A pointer is read from a struct value that is no lvalue, and written through.
#include <assert.h>

struct pair { int *first; int *second; };

static struct pair swapped(int *a, int *b)
{
    struct pair p = {b, a};
    return p;
}

int main(void)
{
    int x = 1, y = 2;
    *swapped(&x, &y).first = 7;
    assert(y == 2);
    return x;
}
