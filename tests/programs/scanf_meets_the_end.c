// expect: unknown
// A number may be the last thing in the input: the conversion succeeds, and the stream is at its end.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int x;
    if (scanf("%d", &x) == 1)
        assert(!feof(stdin));
    return 0;
}
