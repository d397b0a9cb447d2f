// expect: safe
// args: --property default
// Within one execution of the block the variable keeps its value, also where a jump passes its declaration.
#include <assert.h>
int main(void)
{
    int k = 0, r;
back:
    if (k)
        goto in;
    int x = 5;
    int other;
    other = 6;
in:
    r = x + other;
    assert(r == 11);
    k++;
    if (k < 3)
        goto back;
    return 0;
}
