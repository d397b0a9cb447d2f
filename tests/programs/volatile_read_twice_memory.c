// Where volatile objects are memory, two reads give the same value.
// expect: safe
// args: --volatile memory
#include <assert.h>

extern volatile int status;

int main(void)
{
    int first = status;
    int second = status;
    assert(first == second);
    return 0;
}
