// A member of a union that a handler changes.
// expect: unsafe
// args: --isr tick
#include <assert.h>

static union {
    unsigned w;
    unsigned char b[4];
} u;

void tick(void)
{
    u.b[1] = 1;
}

int main(void)
{
    unsigned x = u.w;
    assert(x == u.w);
    return 0;
}
