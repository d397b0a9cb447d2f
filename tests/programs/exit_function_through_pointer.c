// expect: unknown atexit
// Where exit is called through a pointer is not seen.
#include <assert.h>
#include <stdlib.h>

static void last(void)
{
    assert(0);
}

int main(void)
{
    void (*end)(int) = exit;
    atexit(last);
    end(0);
    return 0;
}
