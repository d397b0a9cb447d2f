// Reads in conditions that are not always evaluated, and in both operands.
// expect: unsafe
#include <assert.h>

static volatile int a;
static int b = 1;

int main(void)
{
    int once = b && a == 1 && a == 2;
    assert(!once);
    return 0;
}
