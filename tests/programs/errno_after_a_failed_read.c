// expect: unsafe
// args: --property assert
// Reading fails with an error number.
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void)
{
    char text[4];
    errno = 0;
    fread(text, 1, sizeof text, stdin);
    assert(errno == 0);
    return 0;
}
