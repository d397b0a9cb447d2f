// expect: unsafe
// A character need not lie at an even address.
#include <assert.h>

static char c;

int main(void)
{
    assert((unsigned long)&c % 2 == 0);
    return 0;
}
