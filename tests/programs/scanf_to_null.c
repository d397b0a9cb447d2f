// expect: unsafe
// args: --property valid-deref,array-bounds
#include <stdio.h>

int main(void)
{
    char *word = NULL;
    return scanf("%3s", word);
}
