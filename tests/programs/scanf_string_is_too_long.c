// expect: unsafe
// args: --property valid-deref,array-bounds
// The zero after four characters has no room.
#include <stdio.h>

int main(void)
{
    char word[4] = "";
    return fscanf(stdin, "%4s", word);
}
