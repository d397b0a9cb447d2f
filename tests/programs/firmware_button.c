// A debounced button: the handler of a timer sets a bit of a word in which the main loop clears others.
// expect: safe
// args: --checks default --data-model ilp32 --mmio 0x40020000-0x400203ff --isr timer_handler
#include <assert.h>
#include <stdint.h>

typedef struct {
    volatile uint32_t MODER, OTYPER, OSPEEDR, PUPDR, IDR, ODR;
} GPIO_TypeDef;
#define GPIOA ((GPIO_TypeDef *)0x40020000u)
#define PRESSED 1u
#define BLINK 2u

void __disable_irq(void);
void __enable_irq(void);

static volatile uint32_t events;
static uint8_t history;
/* For the assertion: a press that the main loop has not seen. */
static int unseen;

void timer_handler(void)
{
    history = (uint8_t)(history << 1 | (GPIOA->IDR & 1u));
    events |= BLINK;
    if (history == 0x7f) {
        events |= PRESSED;
        unseen = 1;
    }
}

int main(void)
{
    for (;;) {
        if (events & BLINK) {
            GPIOA->ODR ^= 1u << 5;
            __disable_irq();
            events &= ~BLINK;
            __enable_irq();
        }
        __disable_irq();
        assert(!unseen || (events & PRESSED));
        if (events & PRESSED) {
            events &= ~PRESSED;
            unseen = 0;
        }
        __enable_irq();
    }
}
