// expect: safe
// args: --property all --allocation may-fail
// No memory is lost where realloc fails, and errno says why.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
int main(void)
{
    char *p = malloc(8);
    if (!p) {
        assert(errno == ENOMEM);
        return 1;
    }
    p[7] = 1;
    char *q = realloc(p, 16);
    if (!q) {
        assert(p[7] == 1);
        free(p);
        return 1;
    }
    q[15] = 2;
    free(q);
    return 0;
}
