// A struct of registers over a base address.
// expect: safe
// args: --checks default --mmio 0x40000000-0x5fffffff
#include <assert.h>
#include <stdint.h>

typedef struct {
    volatile uint32_t MODER;
    volatile uint32_t IDR;
    volatile uint32_t ODR;
    volatile uint16_t BSRR[2];
} GPIO_TypeDef;
#define GPIOA ((GPIO_TypeDef *)0x40020000u)

static int count;

int main(void)
{
    count = 3;
    GPIOA->ODR |= 1u << 3;
    GPIOA->BSRR[1] = 7;
    uint32_t in = GPIOA->IDR;
    if (in & 1)
        count++;
    assert(count == 3 || count == 4);
    return 0;
}
