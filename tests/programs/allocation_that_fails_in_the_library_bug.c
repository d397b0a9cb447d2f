// expect: unsafe
// args: --property default --allocation may-fail
// Where it fails, the pointer stays what it was: memory that is freed already.
#include <stdlib.h>
static char *buffer;
int main(void)
{
    buffer = malloc(8);
    if (!buffer)
        return 1;
    free(buffer);
    (void)posix_memalign((void **)&buffer, 16, 32);
    free(buffer);
    return 0;
}
