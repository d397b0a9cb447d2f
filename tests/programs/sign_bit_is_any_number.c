// expect: unsafe
// args: --property assert
// C says of the value of signbit that it is not zero.
#include <assert.h>
#include <math.h>

int main(void)
{
    volatile float x = -1;
    float y = x;
    assert(!signbit(-y));
    assert(signbit(-2.0f) == 1);
    return 0;
}
