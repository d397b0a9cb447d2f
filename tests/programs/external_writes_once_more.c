// What a function without a body wrote to one of several objects is not what was there before.
// expect: unknown bounded
// args: --property assert --externals arguments
#include <assert.h>
#include <stdlib.h>
void fill(char *bytes, int count);
int main(void)
{
    char *bytes = calloc(1, 8), *others = calloc(1, 8);
    if (!bytes || !others)
        return 0;
    fill(bytes, 8);
    fill(others, 8);
    assert(bytes[3] == 0);
    return 0;
}
