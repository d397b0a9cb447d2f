// expect: safe
#include <assert.h>

int main(void)
{
    long long wide = 0x100000002LL;
    int low;
    __asm__("" : "=r"(low) : "0"(wide));
    assert(low == 2);
    return 0;
}
