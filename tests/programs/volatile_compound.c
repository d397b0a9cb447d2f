// A compound assignment and an increment read an input.
// expect: unsafe
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t ticks;

int main(void)
{
    ticks = 0;
    int next = ++ticks;
    assert(next == 1);
    return 0;
}
