// Only the lowest bit counts.
// expect: unsafe
// args: --isr tick
#include <assert.h>
#include <stdint.h>

void __set_PRIMASK(uint32_t mask);
static int flag;

void tick(void)
{
    flag = !flag;
}

int main(void)
{
    __set_PRIMASK(2);
    int first = flag;
    assert(first == flag);
    return 0;
}
