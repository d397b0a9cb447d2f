// expect: unknown bounded
// args: --property default
// An option without an argument leaves optarg null; which options come is left open.
#include <unistd.h>

int main(int argc, char **argv)
{
    int option = getopt(argc, argv, "vo:");
    return option == 'v' ? *optarg : 0;
}
