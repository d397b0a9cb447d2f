// expect: unsafe
// args: --property assert
#include <assert.h>
int main(void)
{
    int any;
    if (any > 3)
        assert(any != 4);
    return 0;
}
