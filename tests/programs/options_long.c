// expect: safe
#include <assert.h>
#include <getopt.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    static const struct option known[] = {
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    int c = getopt_long(argc, argv, "", known, NULL);
    assert(c == -1 || c == 'h' || c == '?');
    return 0;
}
