// Two reads of a volatile object may give two values.
// expect: unsafe
// args: --checks default
#include <assert.h>

extern volatile int status;

int main(void)
{
    int first = status;
    int second = status;
    assert(first == second);
    return 0;
}
