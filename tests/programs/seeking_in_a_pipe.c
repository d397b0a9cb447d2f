// expect: unknown
// args: --property default
// A pipe has no positions: every call fails.
#include <assert.h>
#include <unistd.h>
int main(void)
{
    int ends[2];
    if (pipe(ends) != 0)
        return 0;
    assert(lseek(ends[0], 0, SEEK_SET) == -1);
    return 0;
}
