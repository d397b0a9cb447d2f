// A copy of a struct that a handler writes.
// expect: unknown copy of an object
// args: --isr tick
#include <assert.h>

static struct pair {
    int a, b;
} shared;

void tick(void)
{
    shared.a = 1;
    shared.b = 1;
}

int main(void)
{
    struct pair copy = shared;
    assert(copy.a == copy.b);
    return 0;
}
