// expect: safe
// args: --property all
// A call is sequenced with the other operands of an expression, in either order.
#include <stdio.h>

int main(void)
{
    int number = 1;
    int sum = number + scanf("%3d", &number);
    number = scanf("%d", &number);
    return sum;
}
