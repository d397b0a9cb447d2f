// expect: safe
// The program has a getopt of its own, and the library the variables.
#include <assert.h>
#include <unistd.h>

int getopt(int argc, char *const argv[], const char *options)
{
    return optind < argc ? options[0] : -1;
}

int main(void)
{
    assert(optind == 1 && optarg == 0);
    optind = 3;
    assert(getopt(2, 0, "a") == -1);
    return 0;
}
