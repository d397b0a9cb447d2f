// A volatile object that only the handler touches is an input.
// expect: unsafe
// args: --isr rx
#include <assert.h>

static volatile unsigned char data_register;
static unsigned char last;

void rx(void)
{
    last = data_register;
}

int main(void)
{
    assert(last == 0);
    return 0;
}
