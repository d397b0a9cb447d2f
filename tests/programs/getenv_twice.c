// expect: unknown
// Two calls may give the same string.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char *first = getenv("PATH");
    char *second = getenv("PATH");
    if (first && second)
        assert(first != second);
    return 0;
}
