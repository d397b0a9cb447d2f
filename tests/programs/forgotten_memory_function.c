// A function whose address went through memory and an integer is called.
// expect: unknown memory
// args: --property unreach-call --memory-reading forgotten
#include <stdint.h>
extern void reach_error(void);

static void fail(void)
{
    reach_error();
}

static uintptr_t table[2];

int main(void)
{
    table[1] = (uintptr_t)fail;
    void (*f)(void) = (void (*)(void))table[1];
    f();
    return 0;
}
