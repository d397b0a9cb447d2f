// expect: safe
// The strings of the command line are objects of their own that the program may write to.
#include <assert.h>

int main(int argc, char *argv[])
{
    if (argc < 3 || argv[1][0] == 0 || argv[2][0] == 0)
        return 0;
    char before = argv[2][0];
    argv[1][0] = 'x';
    assert(argv[1][0] == 'x');
    assert(argv[2][0] == before);
    assert(argv[1] != argv[2]);
    argv[1] = argv[2];
    assert(argv[1][0] == before);
    assert(argv[2] == argv[1]);
    assert(!argv[argc]);
    return 0;
}
