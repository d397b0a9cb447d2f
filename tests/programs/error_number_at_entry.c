// expect: unsafe
// args: --entry parse
// A caller may have left a number in errno.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

long parse(const char *text)
{
    long value = strtol("12", 0, 10);
    if (errno == ERANGE)
        assert(0);
    return value + (text != 0);
}
