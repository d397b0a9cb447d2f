/* A PI controller in fixed point, with a limited integral. */
#include <assert.h>
#include <stdint.h>

#define LIMIT 100000

extern int16_t measured(void);

static int32_t clamp(int32_t value, int32_t limit) {
    if (value > limit)
        return limit;
    if (value < -limit)
        return -limit;
    return value;
}

int main(void) {
    const int32_t wanted = 1200;
    int32_t integral = 0;
    for (;;) {
        int32_t error = wanted - measured();
        integral = clamp(integral + error, LIMIT);
        int32_t output = (52 * error + 3 * integral) / 256;
        assert(output <= 8100 && output >= -8100);
    }
}
