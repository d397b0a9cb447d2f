// expect: safe
#include <assert.h>
#include <stdarg.h>
struct pair { int a; long b; };
static long take(va_list rest) { return va_arg(rest, long); }
static long sum(int n, ...)
{
    va_list list, again;
    long total = 0;
    va_start(list, n);
    va_copy(again, list);
    while (n-- > 0)
        total += va_arg(list, int);
    total += take(list);
    assert(va_arg(again, int) == 1);
    va_end(list);
    va_end(again);
    return total;
}
static int mixed(const char *kinds, ...)
{
    va_list list;
    struct pair p;
    int *q;
    va_start(list, kinds);
    p = va_arg(list, struct pair);
    q = va_arg(list, int *);
    *q = 7;
    assert(va_arg(list, double) == 2.5);
    va_end(list);
    return p.a;
}
int main(void)
{
    int x = 0;
    struct pair p = {3, 4};
    long (*f)(int, ...) = sum;
    assert(sum(2, 1, 20, 300L) == 321);
    assert(f(1, 1, 2L) == 3);
    assert(mixed("", p, &x, 2.5f) == 3 && x == 7);
    return 0;
}
