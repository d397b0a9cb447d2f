// expect: safe
// Output may fail.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int n = printf("abc%d", 5);
    assert(n < 0 || n == 4);
    return 0;
}
