// cpsie i does.
// expect: unsafe
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
    __asm__ volatile("cpsie i" : : : "memory");
    int first = flag;
    assert(first == flag);
    return 0;
}
