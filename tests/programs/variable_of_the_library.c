// expect: unknown
// The library defines `environ`: it is never null where the program begins.
#include <assert.h>

extern char **environ;

int main(void)
{
    assert(environ != 0);
    return 0;
}
