// expect: safe
#include <assert.h>
#include <stdarg.h>
static int down(int n, ...)
{
    va_list list;
    int given, rest = 0;
    va_start(list, n);
    if (n > 0)
        rest = down(n - 1, n * 10);
    given = va_arg(list, int);
    va_end(list);
    return given + rest;
}
int main(void)
{
    assert(down(2, 1) == 1 + 20 + 10);
    return 0;
}
