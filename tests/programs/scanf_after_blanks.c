// expect: safe
// A blank in the format skips blanks: the character after them is none.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char letter = 'a';
    int number = 0;
    if (scanf("%d %c", &number, &letter) == 2)
        assert(letter != ' ' && letter != '\n');
    return 0;
}
