// expect: unsafe
// args: --property default
#include <stdio.h>
int main(void)
{
    int n;
    printf("%d\n", n);
    return 0;
}
