// expect: unknown bounded
// Whether output fails is not known: an execution on which it does is no violation by itself.
#include <stdio.h>
extern void reach_error(void);
int main(void)
{
    if (printf("hello%d", 7) != 6)
        reach_error();
    return 0;
}
