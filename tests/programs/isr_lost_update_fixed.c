// The update is protected.
// expect: safe
// args: --isr rx
#include <assert.h>

void __disable_irq(void);
void __enable_irq(void);
static volatile unsigned count;

void rx(void)
{
    if (count < 4)
        count++;
}

int main(void)
{
    for (;;) {
        if (count > 0) {
            __disable_irq();
            count--;
            assert(count < 4);
            __enable_irq();
        }
    }
}
