// expect: unsafe
// args: --property default --allocation may-fail
#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
    return 0;
}
