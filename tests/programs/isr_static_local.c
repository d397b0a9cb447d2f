// A static variable of a function that both sides call is one variable.
// expect: unsafe
// args: --isr tick
#include <assert.h>

static unsigned next(void)
{
    static unsigned number;
    unsigned mine = number;
    number = mine + 1;
    return mine;
}

static unsigned seen;

void tick(void)
{
    seen = next();
}

int main(void)
{
    unsigned first = next();
    unsigned second = next();
    assert(second == first + 1);
    return 0;
}
