// expect: unknown
// The library allocates with the malloc of the program.
#include <assert.h>
#include <string.h>

static int calls;
static char memory[256];

void *malloc(size_t size)
{
    calls++;
    return memory;
}

int main(void)
{
    char *copy = strdup("abc");
    assert(calls == 0);
    return copy != 0;
}
