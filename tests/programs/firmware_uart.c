// A ring buffer that an interrupt handler fills and the main loop empties; the count is updated while interrupts are masked.
// expect: safe
// args: --checks default --data-model ilp32 --mmio 0x40013800-0x40013bff --isr uart_handler
#include <assert.h>
#include <stdint.h>

#define SIZE 8u
#define UART_STATUS (*(volatile uint32_t *)0x40013800u)
#define UART_DATA (*(volatile uint32_t *)0x40013804u)
#define UART_READY 0x20u

void __disable_irq(void);
void __enable_irq(void);

static uint8_t buffer[SIZE];
static volatile unsigned head, tail, count;
/* For the assertion: how many bytes came and went. */
static unsigned received, taken;
static uint8_t last;

void uart_handler(void)
{
    if (!(UART_STATUS & UART_READY))
        return;
    uint8_t byte = (uint8_t)UART_DATA;
    if (count < SIZE) {
        buffer[head] = byte;
        head = (head + 1) % SIZE;
        count++;
        received++;
    }
}

static void take(void)
{
    if (count == 0)
        return;
    last = buffer[tail];
    tail = (tail + 1) % SIZE;
    __disable_irq();
    count--;
    taken++;
    assert(count <= SIZE && received - taken == count);
    __enable_irq();
}

int main(void)
{
    for (;;)
        take();
}
