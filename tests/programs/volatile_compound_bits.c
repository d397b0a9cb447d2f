// The bits that a compound assignment sets are in the value that it stores, whatever it read.
// expect: safe
#include <assert.h>

static volatile unsigned control;

int main(void)
{
    unsigned stored = control |= 8u;
    assert(stored & 8u);
    return 0;
}
