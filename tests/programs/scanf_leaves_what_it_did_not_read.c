// expect: unsafe
// args: --property valid-deref,array-bounds
// A call that reads nothing leaves the variable as it was.
#include <stdio.h>

int main(void)
{
    int table[4] = {1, 2, 3, 4};
    unsigned index = 9;
    scanf("%u", &index);
    if (index > 3 && index != 9)
        return 1;
    return table[index];
}
