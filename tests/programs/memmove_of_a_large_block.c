// expect: safe
// A copy of constant size that overlaps keeps what it has not read yet.
#include <assert.h>
#include <string.h>

static char block[3000];

int main(void)
{
    block[0] = 1;
    block[1] = 2;
    memmove(block + 1, block, 2000);
    assert(block[1] == 1 && block[2] == 2 && block[3] == 0);
    return 0;
}
