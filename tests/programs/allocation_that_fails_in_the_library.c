// expect: safe
// args: --property all --allocation may-fail
#include <stdlib.h>
int main(void)
{
    void *p;
    if (posix_memalign(&p, 16, 32))
        return 1;
    *(char *)p = 1;
    free(p);
    return 0;
}
