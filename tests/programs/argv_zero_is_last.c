// expect: safe
// args: --property default
// The end of a string of the command line is its first zero.
#include <assert.h>

int main(int argc, char **argv)
{
    if (argc < 2)
        return 0;
    char *p = argv[1];
    if (p[0] && p[1])
        return p[2];
    return 0;
}
