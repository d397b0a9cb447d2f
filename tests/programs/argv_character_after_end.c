// expect: unsafe
// args: --property default
// A string of the command line ends with its first zero.
#include <string.h>

int main(int argc, char **argv)
{
    if (argc < 2)
        return 0;
    return argv[1][strlen(argv[1]) + 1];
}
