// expect: unsafe
#include <stdarg.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int last(int n, ...)
{
    va_list list;
    int x = 0;
    va_start(list, n);
    while (n-- > 0)
        x = va_arg(list, int);
    va_end(list);
    return x;
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (last(2, 5, n) == 42)
        reach_error();
    return 0;
}
