// expect: unsafe
// The variable is assigned twice: the format that is used has %n, which writes.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int n = 0;
    const char *format;
    format = "%d\n";
    if (n == 0)
        format = "ab%n\n";
    printf(format, &n);
    assert(n == 0);
    return 0;
}
