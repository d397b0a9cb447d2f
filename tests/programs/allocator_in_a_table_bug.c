// expect: unsafe
// args: --checks default
// The object is freed through a pointer.
#include <stdlib.h>

static void (*release)(void *) = free;

int main(void)
{
    int *object = malloc(sizeof *object);
    if (!object)
        return 1;
    *object = 1;
    release(object);
    return *object;
}
