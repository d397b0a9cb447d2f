// The same for copies.
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
    char copy[4];
    memcpy(copy, text, 4);
    assert(copy[0] != 'x' || copy[1] == 'y');
    return 0;
}
