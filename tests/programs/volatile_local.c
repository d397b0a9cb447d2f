// An automatic variable changes only by assignment, volatile or not.
// expect: safe
#include <assert.h>

int main(void)
{
    volatile int kept = 3;
    int sum = 0;
    for (volatile int i = 0; i < 4; i++)
        sum += kept;
    assert(sum == 12);
    return 0;
}
