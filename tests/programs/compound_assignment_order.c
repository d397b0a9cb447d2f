// expect: safe
// gcc evaluates the right operand of a compound assignment before it reads the target.
#include <assert.h>

static unsigned x[1] = { 2 };

static unsigned change(void)
{
    x[0] |= 128;
    return 1;
}

int main(void)
{
    x[0] |= change();
    assert(x[0] == 131);
    return 0;
}
