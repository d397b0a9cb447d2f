// A function of the program that is called cli does what its body says.
// expect: unsafe
// args: --isr tick
#include <assert.h>

static int flag;

static void cli(void)
{
}

void tick(void)
{
    flag = 1;
}

int main(void)
{
    cli();
    int first = flag;
    assert(first == flag);
    return 0;
}
