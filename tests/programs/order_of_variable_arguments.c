// expect: unknown evaluation-order
// args: --strict
// Which call comes first is open, also among variable arguments.
#include <assert.h>
#include <stdarg.h>

static int count;
static int next(void)
{
    return ++count;
}

static int first(int n, ...)
{
    va_list list;
    va_start(list, n);
    int value = va_arg(list, int);
    va_end(list);
    return value;
}

int main(void)
{
    assert(first(2, next(), next()) == 1);
    return 0;
}
