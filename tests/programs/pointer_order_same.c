// One past the end of an array is compared and subtracted like its elements.
// expect: safe
// args: --property default
#include <assert.h>
int main(void)
{
    int a[4] = {1, 2, 3, 4}, sum = 0, other = 0;
    int *end = a + 4, *q = &other;
    for (int *p = a; p < end; p++)
        sum += *p;
    assert(sum == 10 && end - a == 4 && q != a);
    return 0;
}
