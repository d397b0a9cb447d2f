// The last register lies outside of the range.
// expect: unsafe
// args: --checks default --mmio 0x40020000-0x4002000b
#include <stdint.h>

typedef struct {
    volatile uint32_t a, b, c, d;
} registers;

int main(void)
{
    ((registers *)0x40020000u)->c = 1;
    ((registers *)0x40020000u)->d = 1;
    return 0;
}
