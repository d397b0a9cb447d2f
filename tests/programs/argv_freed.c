// expect: unsafe
// args: --property default
// The strings of the command line were not allocated.
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc > 1)
        free(argv[1]);
    return 0;
}
