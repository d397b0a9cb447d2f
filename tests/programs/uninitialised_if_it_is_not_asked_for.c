// expect: safe
// args: --property assert
// A narrower property takes the variable to hold any value, and leaves no execution out.
#include <assert.h>
int main(void)
{
    int any;
    if (any > 3)
        assert(any != 3);
    return 0;
}
