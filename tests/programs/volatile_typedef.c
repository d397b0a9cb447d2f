// A typedef hides the qualifier, also of the elements of an array.
// expect: unsafe
#include <assert.h>

typedef volatile unsigned reg32;
static reg32 bank[4];

static unsigned read(const reg32 *from)
{
    return *from;
}

int main(void)
{
    bank[2] = 6;
    assert(read(&bank[2]) == 6);
    return 0;
}
