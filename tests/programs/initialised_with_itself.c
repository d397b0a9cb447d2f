// expect: unsafe
// args: --property assert
// It has no value before: the program does not start with zeros there.
#include <assert.h>
int main(void)
{
    int x = x;
    assert(x == 0);
    return 0;
}
