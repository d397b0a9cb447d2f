// What is written to a volatile object need not be read back.
// expect: unsafe
#include <assert.h>

static volatile unsigned char control;

int main(void)
{
    control = 1;
    assert(control == 1);
    return 0;
}
