// expect: safe
// args: --property conversion
// What is read has the type of its object.
#include <stdio.h>

int main(void)
{
    int number = 1;
    unsigned char byte = 0;
    return scanf("%d %hhu", &number, &byte) == 2;
}
