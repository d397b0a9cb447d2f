// Restoring SREG may enable interrupts.
// expect: unknown status register
// args: --isr tick
#include <assert.h>
#include <stdint.h>

extern volatile uint8_t SREG;
void cli(void);
static int flag;

void tick(void)
{
    flag = 1;
}

int main(void)
{
    uint8_t saved = SREG;
    cli();
    flag = 0;
    SREG = saved;
    assert(flag == 0);
    return 0;
}
