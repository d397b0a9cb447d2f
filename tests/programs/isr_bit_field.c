// Writing a bit-field writes its neighbours back.
// expect: unknown bit-field of an object that an interrupt handler uses
// args: --isr tick
#include <assert.h>

static struct {
    unsigned mine : 1;
    unsigned its : 1;
} flags;

void tick(void)
{
    flags.its = 1;
}

int main(void)
{
    flags.mine = 1;
    assert(flags.mine == 1);
    return 0;
}
