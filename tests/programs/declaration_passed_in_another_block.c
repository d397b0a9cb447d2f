// expect: unsafe
// args: --property assert
// Each execution of the block has a variable of its own: the value of an earlier one is gone.
#include <assert.h>
int main(void)
{
    for (int k = 0; k < 2; k++) {
        if (k)
            goto in;
        int x = 5;
    in:
        assert(x == 5);
    }
    return 0;
}
