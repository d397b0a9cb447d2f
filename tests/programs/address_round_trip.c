// expect: safe
// A pointer survives the way through an integer, with a tag in its low bits.
#include <assert.h>
#include <stdint.h>

int main(void)
{
    int x = 1;
    uintptr_t u = (uintptr_t)&x;
    assert(u != 0 && u % sizeof(int) == 0);
    u |= 1;
    assert((u & 1) == 1);
    int *p = (int *)(u & ~(uintptr_t)1);
    *p = 5;
    assert(x == 5);
    return 0;
}
