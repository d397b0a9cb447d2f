#include <stdint.h>

typedef struct {
    volatile uint32_t MODER, OTYPER, OSPEEDR, PUPDR, IDR, ODR;
} GPIO_TypeDef;
#define GPIOA ((GPIO_TypeDef *)0x40020000u)

static const uint8_t table[4] = {1, 2, 4, 8};

int main(void)
{
    for (;;) {
        uint32_t selected = GPIOA->IDR & 7u;
        GPIOA->ODR = table[selected];
    }
}
