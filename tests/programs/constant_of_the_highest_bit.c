// expect: safe
// Unsigned constants are what they say.
#include <assert.h>

int main(void)
{
    assert(9223372036854775808u > 9223372036854775807);
    assert(0x8000000000000000 == 1ull << 63);
    assert(-9223372036854775807 - 1 < 0);
    return 0;
}
