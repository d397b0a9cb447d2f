// expect: unknown decimal
// The constant fits no signed type but the __int128 of gcc, in which its negative is less than zero; clang takes it as unsigned.
#include <assert.h>

int main(void)
{
    assert(-9223372036854775808 < 0);
    return 0;
}
