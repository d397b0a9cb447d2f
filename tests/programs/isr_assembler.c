// cpsie f does not take away the mask of cpsid i.
// expect: safe
// args: --isr tick
#include <assert.h>

static int flag;

void tick(void)
{
    flag = !flag;
}

int main(void)
{
    __asm__ volatile("cpsid i" : : : "memory");
    __asm__ volatile("cpsie f" : : : "memory");
    int first = flag;
    assert(first == flag);
    return 0;
}
