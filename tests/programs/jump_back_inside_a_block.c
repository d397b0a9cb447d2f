// expect: unsafe
// An object lives until its block ends: a jump back over its declaration makes no new one.
#include <assert.h>

int main(void)
{
    int i = 0;
    int *p = 0;
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
