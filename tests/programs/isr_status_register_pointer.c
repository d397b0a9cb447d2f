// The status register enables interrupts, whatever the pointer to it is called.
// expect: unknown status register that masks interrupts
// args: --checks default --isr flip --mmio 0x20-0xff
#include <assert.h>
void cli(void);
int value;
void flip(void)
{
    value = !value;
}
static volatile unsigned char *const status = (volatile unsigned char *) 0x5f;
int main(void)
{
    cli();
    *status |= 0x80;
    int a = value;
    int b = value;
    assert(a == b);
    return 0;
}
