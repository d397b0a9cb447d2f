// expect: unknown
// Blocks on the stack may follow each other without a gap.
#include <alloca.h>
#include <assert.h>

int main(void)
{
    char *a = alloca(16), *b = alloca(16);
    assert(b + 16 != a);
    return 0;
}
