// expect: unsafe
// What atexit registers runs when main returns.
#include <assert.h>
#include <stdlib.h>

static int level = 1;

static void last(void)
{
    assert(level == 1);
}

int main(void)
{
    if (atexit(last) != 0)
        return 1;
    level = 2;
    return 0;
}
