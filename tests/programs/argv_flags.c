// expect: safe
// args: --property default
// Strings of the command line are compared and looked at.
#include <string.h>

int main(int argc, char **argv)
{
    int table[3] = {1, 2, 3};
    int level = 0;
    if (argc < 3)
        return 1;
    if (strcmp(argv[1], "-v") == 0)
        level = 1;
    else if (argv[1][0] == '-' && argv[1][1] == 'n')
        level = 2;
    return argv[2][0] ? table[level] : argv[2][0];
}
