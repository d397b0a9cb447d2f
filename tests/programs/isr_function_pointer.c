// Calls through pointers in handlers are not followed.
// expect: unknown pointer to a function in an interrupt handler
// args: --isr tick
#include <assert.h>

static int flag;

static void set(void)
{
    flag = 1;
}

static void (*hook)(void) = set;

void tick(void)
{
    hook();
}

int main(void)
{
    assert(flag == 0);
    return 0;
}
