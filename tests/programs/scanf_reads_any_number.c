// expect: unsafe
// args: --property no-overflow
// What a stream holds is any: the sum overflows.
#include <stdio.h>

int main(void)
{
    int first = 0, second = 0;
    if (scanf("%d , %d", &first, &second) != 2)
        return 1;
    return first + second > 0;
}
