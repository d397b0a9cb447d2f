// Pointers in volatile objects change only by assignment, and the report says so.
// expect: safe
#include <assert.h>

static int buffer[4];
static int *volatile next;

int main(void)
{
    next = buffer;
    *next = 3;
    assert(buffer[0] == 3);
    return 0;
}
