// expect: unknown
// The strings of arguments follow each other in memory.
#include <assert.h>

int main(int argc, char **argv)
{
    if (argc > 2 && argv[1][0] == 'x' && argv[1][1] == 0)
        assert(argv[1] + 2 != argv[2]);
    return 0;
}
