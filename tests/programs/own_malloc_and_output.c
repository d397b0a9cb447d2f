// expect: unknown
// Streams allocate their buffers with the malloc of the program.
#include <assert.h>
#include <stdio.h>

static int calls;
static char memory[4096];

void *malloc(size_t size)
{
    calls++;
    return memory;
}

int main(void)
{
    printf("x\n");
    assert(calls == 0);
    return 0;
}
