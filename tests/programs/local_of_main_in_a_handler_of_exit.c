// expect: safe
// args: --checks default
// Where main calls exit, its variables are still there.
#include <stdlib.h>

static int *kept;

static void handler(void) { *kept = 1; }

int main(void)
{
    int x = 0;
    kept = &x;
    if (atexit(handler) != 0)
        return 1;
    exit(x);
}
