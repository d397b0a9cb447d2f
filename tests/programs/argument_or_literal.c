// expect: safe
// args: --checks default
// A pointer to an argument or to a literal: the argument may be longer than the literal.
#include <assert.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    const char *name = argc > 0 ? argv[0] : "x";
    fprintf(stderr, "usage: %s file\n", name);
    int length = 0;
    while (length < 3 && name[length] != 0)
        length++;
    assert(length <= 3);
    return 0;
}
