// expect: safe
#include <assert.h>
int main(int argc, char **argv)
{
    assert(argc >= 0);
    if (argc < 1000)
        assert(argv && !argv[argc]);
    return 0;
}
