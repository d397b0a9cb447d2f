// expect: unknown sign of a NaN
// The sign of a NaN that is computed is the machine's choice.
#include <assert.h>

int main(void)
{
    volatile double zero = 0.0;
    double nan = zero / zero;
    assert(__builtin_signbit(nan));
    return 0;
}
