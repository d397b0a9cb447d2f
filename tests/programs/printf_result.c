// expect: unsafe
#include <stdio.h>
extern void reach_error(void);
int main(void)
{
    int n = printf("abc");
    if (n == 3)
        reach_error();
    return 0;
}
