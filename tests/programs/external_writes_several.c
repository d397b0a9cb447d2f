// Which of several objects is written is not followed.
// expect: unknown several
// args: --property default
#include <assert.h>
#include <stdlib.h>
void fill(int *numbers);
int main(void)
{
    int *numbers = malloc(4 * sizeof *numbers);
    numbers[0] = 0;
    fill(numbers);
    assert(numbers[0] >= 0 || numbers[0] < 0);
    return 0;
}
