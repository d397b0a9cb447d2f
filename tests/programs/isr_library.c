// The handler may come in the midst of a library function.
// expect: unknown data that an interrupt handler uses, in a library function
// args: --isr tick
#include <assert.h>
#include <string.h>

static char text[4] = "abc";

void tick(void)
{
    text[0] = 'x';
    text[1] = 'y';
}

int main(void)
{
    assert(strcmp(text, "xbc") != 0);
    return 0;
}
