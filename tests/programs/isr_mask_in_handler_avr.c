// On machines with `sei` the return from a handler enables interrupts again: what a handler does to the mask is not modelled.
// expect: unknown mask of interrupts in a handler
// args: --checks default --isr tick
#include <assert.h>
void cli(void);
void sei(void);
volatile int ticks;
void tick(void)
{
    cli();
    ticks++;
    assert(ticks < 2);
}
int main(void)
{
    sei();
    for (;;) {
    }
}
