// expect: unsafe
// args: --checks default
// The size of an allocation is the value after the cast: 44 bytes.
#include <stdlib.h>

int main(void)
{
    char *p = malloc((unsigned char)300);
    if (p)
        p[100] = 1;
    free(p);
    return 0;
}
