// expect: unsafe
// args: --checks default
// What atexit was given runs after main returned: the variables of main are gone.
#include <stdlib.h>

static int *kept;

static void handler(void) { *kept = 1; }

int main(void)
{
    int x = 0;
    kept = &x;
    if (atexit(handler) != 0)
        return 1;
    return 0;
}
