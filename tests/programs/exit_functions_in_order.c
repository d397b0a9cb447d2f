// expect: safe
#include <assert.h>
#include <stdlib.h>

static int *buffer;
static int order;

static void release(void)
{
    assert(order == 1);
    free(buffer);
}

static void first(void)
{
    order++;
    assert(buffer[1] == 7);
}

static void fail(int code)
{
    exit(code);
}

int main(void)
{
    buffer = malloc(2 * sizeof *buffer);
    if (!buffer || atexit(release) || atexit(first))
        abort();
    buffer[1] = 7;
    if (order == 0)
        fail(2);
    return 1;
}
