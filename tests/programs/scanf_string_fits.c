// expect: safe
// args: --property valid-deref,array-bounds
// The zero after the string has room.
#include <stdio.h>

int main(void)
{
    char word[5] = "";
    if (fscanf(stdin, "%4s", word) == 1 && word[0] == 0)
        return 1;
    return 0;
}
