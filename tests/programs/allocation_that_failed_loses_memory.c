// expect: unsafe
// args: --property all --allocation may-fail
#include <stdlib.h>
int main(void)
{
    char *p = calloc(2, 4);
    if (!p)
        return 1;
    p = realloc(p, 16);
    if (!p)
        return 1;
    free(p);
    return 0;
}
