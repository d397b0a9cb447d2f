#include <assert.h>

void __disable_irq(void);
void __enable_irq(void);

static volatile unsigned count;
static unsigned received, taken;

void uart_handler(void)
{
    if (count < 8) {
        count++;
        received++;
    }
}

int main(void)
{
    for (;;) {
        if (count > 0) {
            __disable_irq();
            count--;
            taken++;
            assert(received - taken == count);
            __enable_irq();
        }
    }
}
