// Other instructions may change masks.
// expect: unknown inline assembler
// args: --isr tick
#include <assert.h>

static int flag;

void tick(void)
{
    flag = 1;
}

int main(void)
{
    __asm__ volatile("msr primask, r0");
    assert(flag != 2);
    return 0;
}
