// expect: unknown missing
#include <assert.h>
#include <stdarg.h>
static int second(int n, ...)
{
    va_list list;
    va_start(list, n);
    va_arg(list, int);
    n = va_arg(list, int);
    va_end(list);
    return n;
}
int main(void)
{
    assert(second(1, 2) == 2);
    return 0;
}
