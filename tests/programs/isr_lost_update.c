// The handler comes between the read and the write of count--.
// expect: unsafe
// args: --isr rx
#include <assert.h>

void __disable_irq(void);
void __enable_irq(void);
static volatile unsigned count, received, taken;

void rx(void)
{
    if (count < 4) {
        count++;
        received++;
    }
}

int main(void)
{
    for (;;) {
        if (count > 0) {
            count--;
            taken++;
            __disable_irq();
            assert(received - taken == count);
            __enable_irq();
        }
    }
}
