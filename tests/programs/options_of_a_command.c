// expect: safe
// args: --property default
// What follows the options is among the arguments.
#include <unistd.h>

int main(int argc, char **argv)
{
    int option = getopt(argc, argv, "ab");
    if (option != -1)
        return 1;
    return optind < argc && argv[optind][0] == '-' ? 2 : 0;
}
