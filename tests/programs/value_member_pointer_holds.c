// expect: safe
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
    assert(y == 7 && x == 1);
    return 0;
}
