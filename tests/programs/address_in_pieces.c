// expect: unknown analysis of pointers
// A pointer that is put together from numbers.
#include <assert.h>
#include <stdint.h>

int main(void)
{
    int x = 1;
    uint32_t low = (uint32_t)(uintptr_t)&x, high = (uint32_t)((uintptr_t)&x >> 32);
    int *p = (int *)((uintptr_t)high << 32 | low);
    *p = 9;
    assert(x == 1);
    return 0;
}
