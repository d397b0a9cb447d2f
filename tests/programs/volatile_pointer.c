// One function reads an automatic variable and an input.
// expect: unsafe
#include <assert.h>

extern volatile int port;

static int read_twice(volatile int *from)
{
    int first = *from;
    return first == *from;
}

int main(void)
{
    volatile int kept = 3;
    read_twice(&kept);
    assert(read_twice(&port));
    return 0;
}
