// expect: unknown
// An object lives until its block ends, also in a function that calls itself.
#include <assert.h>

static int f(int depth)
{
    int i = 0;
    int *p = 0;
    if (depth > 0)
        f(depth - 1);
    {
retry:;
        int buf[2] = {i, i + 10};
        if (i < 2) {
            if (!p)
                p = buf;
            i++;
            goto retry;
        }
        buf[1] = 42;
        assert(p[1] == 10);
    }
    return 0;
}

int main(void)
{
    return f(1);
}
