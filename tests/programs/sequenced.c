// Each change is sequenced: by a call, a comma, a condition, or because the value is computed before it is stored.
// expect: safe
// args: --property default
#include <assert.h>
static int same(int x)
{
    return x;
}
int main(void)
{
    int a[4] = {1, 2, 3, 4}, i = 0, j = 0, *p = a;
    i = same(i++);
    assert(i == 0);
    i = (i++, i);
    assert(i == 1);
    i = i + 1;
    i += 1;
    assert(i == 3 && i++ == 3 && i == 4);
    i = i++ ? i : 0;
    assert(i == 5);
    a[j++] = i;
    *p = 6, j = j + *a;
    for (i = 0, j = 0; i < 3; i++, j++)
        a[i] = a[j] + i;
    return 0;
}
