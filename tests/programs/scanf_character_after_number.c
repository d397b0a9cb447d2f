// expect: unknown case that the model of a library function leaves out
// The character cannot be a digit: what follows a number depends on it.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char letter = 'a';
    int number = 0;
    if (scanf("%d%c", &number, &letter) == 2)
        assert(letter != '1');
    return 0;
}
