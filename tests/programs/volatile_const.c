// A constant of the program that a device changes.
// expect: unsafe
#include <assert.h>

static const volatile int clock_ticks = 5;

int main(void)
{
    assert(clock_ticks == 5);
    return 0;
}
