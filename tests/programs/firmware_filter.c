// A low-pass filter in fixed point over samples of 12 bits, and a gain.
// expect: safe
// args: --checks default --data-model ilp32 --mmio 0x40012400-0x400127ff
#include <assert.h>
#include <stdint.h>

#define ADC_DATA (*(volatile uint32_t *)0x4001244cu)
#define GAIN (*(volatile uint32_t *)0x40012450u)

static int32_t state; /* 8 bits behind the point */

static uint32_t step(void)
{
    int32_t sample = (int32_t)(ADC_DATA & 0xfffu) * 256;
    uint16_t gain = (uint16_t)GAIN;
    state += (sample - state) / 16;
    assert(state >= 0 && state <= 4095 * 256);
    uint16_t level = (uint16_t)(state / 16);
    return (uint32_t)level * gain;
}

int main(void)
{
    uint32_t power = 0;
    for (;;)
        power ^= step();
}
