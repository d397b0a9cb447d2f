// expect: safe
// args: --data-model ILP32
#include <assert.h>

int main(int argc, char **argv)
{
    if (argc < 2)
        return 0;
    assert(argv[1]);
    if (argv[1][0] == 'a')
        return argv[1][1];
    return 0;
}
