// AVR starts with interrupts disabled.
// expect: safe
// args: --isr tick
#include <assert.h>

void sei(void);
static int flag;

void tick(void)
{
    flag = 2;
}

int main(void)
{
    flag = 1;
    assert(flag == 1);
    sei();
    assert(flag == 1 || flag == 2);
    return 0;
}
