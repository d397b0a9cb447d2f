// expect: safe
// The end of main returns 0 at every call, not only at the first.
#include <assert.h>

static int depth;

int main(void)
{
    if (depth++ < 1) {
        assert(main() == 0);
    }
}
