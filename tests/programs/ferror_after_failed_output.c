// expect: unknown
// args: --property assert
// After output that failed ferror does not say no.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *file = fopen("log", "w");
    if (!file)
        return 1;
    if (fputc('x', file) == EOF)
        assert(ferror(file));
    return 0;
}
