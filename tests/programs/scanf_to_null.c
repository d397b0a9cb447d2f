// expect: unsafe
#include <stdio.h>

int main(void)
{
    char *word = NULL;
    return scanf("%3s", word);
}
