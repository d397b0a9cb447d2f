// An automatic variable behind a pointer to volatile is memory, an input beside it is not.
// expect: safe
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
    int same = read_twice(&kept);
    read_twice(&port);
    assert(same);
    return 0;
}
