// Atomic operations are written out as several accesses.
// expect: unknown atomic operations
// args: --isr tick
#include <assert.h>

static int n;
static int m;

void tick(void)
{
    __atomic_fetch_add(&n, 1, __ATOMIC_SEQ_CST);
    m = 1;
}

int main(void)
{
    int a = __atomic_fetch_add(&n, 1, __ATOMIC_SEQ_CST);
    assert(n != a);
    return 0;
}
