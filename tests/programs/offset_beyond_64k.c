// expect: safe
// args: --data-model ILP32
// Offsets from null are exact, also beyond 64 KB and with 32-bit pointers.
#include <assert.h>

struct large { char room[100000]; int last; };

int main(void)
{
    assert((unsigned)&((struct large *)0)->last == 100000);
    return 0;
}
