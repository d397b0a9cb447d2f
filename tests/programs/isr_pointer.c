// Shared data behind pointers on both sides.
// expect: unsafe
// args: --isr tick
#include <assert.h>

static int value;
static int *mine = &value, *its = &value;

void tick(void)
{
    *its = 5;
}

int main(void)
{
    *mine = 1;
    assert(*mine == 1);
    return 0;
}
