// Memory that a handler uses is freed.
// expect: unknown data that an interrupt handler uses
// args: --checks default --isr tick
#include <stdlib.h>

static int *where;

void tick(void)
{
    if (where) *where = 3;
}

int main(void)
{
    int *p = malloc(sizeof *p);
    if (!p) return 0;
    where = p;
    free(p);
    where = 0;
    return 0;
}
