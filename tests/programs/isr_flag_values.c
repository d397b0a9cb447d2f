// A flag holds what the handler writes, not any value; a polling loop is left.
// expect: safe
// args: --isr tick
#include <assert.h>

static int flag;

void tick(void)
{
    flag = 1;
}

int main(void)
{
    while (!flag)
        ;
    assert(flag == 1);
    return 0;
}
