// expect: unknown
// The environment follows the arguments in memory.
#include <assert.h>

int main(int argc, char **argv, char **environment)
{
    assert(argv + argc + 1 != environment);
    return 0;
}
