// expect: unsafe
// args: --std c89
// Before C99 the end of main is that of any function: it has no value.
#include <assert.h>

static int depth;

int main(void)
{
    if (depth++ < 1) {
        assert(main() == 0);
    }
}
