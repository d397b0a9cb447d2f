// expect: unknown evaluation-order
// args: --strict
// strtol sets errno, which the other argument reads: which comes first is open.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

static int second(long value, int number)
{
    return value ? number : 0;
}

int main(void)
{
    assert(second(strtol("99999999999999999999", 0, 10), errno) == ERANGE);
    return 0;
}
