// A parser of messages: the length comes from a register.
// expect: unsafe
// args: --checks default --data-model ilp32 --mmio 0x40013800-0x40013bff
#include <stdint.h>

#define UART_DATA (*(volatile uint32_t *)0x40013804u)
#define START 0x7e
#define LIMIT 16u

enum phase { WAITING, LENGTH, BODY };
static enum phase phase;
static uint8_t body[LIMIT];
static uint8_t length, used;
static uint32_t messages;

static void parse(uint8_t byte)
{
    switch (phase) {
    case WAITING:
        if (byte == START)
            phase = LENGTH;
        break;
    case LENGTH:
        used = 0;
        length = byte;
        phase = length > 0 ? BODY : WAITING;
        break;
    case BODY:
        body[used] = byte;
        used++;
        if (used == length) {
            messages++;
            phase = WAITING;
        }
        break;
    }
}

int main(void)
{
    for (;;)
        parse((uint8_t)UART_DATA);
}
