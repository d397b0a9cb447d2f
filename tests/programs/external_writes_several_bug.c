// Which of several objects a function without a body writes is not followed, so a violation that comes later is not claimed.
// expect: unknown bounded
// args: --property assert --externals arguments
#include <assert.h>
#include <stdlib.h>
void fill(int *numbers);
int main(void)
{
    int *numbers = malloc(4 * sizeof *numbers), *others = malloc(4 * sizeof *others);
    if (!numbers || !others)
        return 0;
    others[0] = 1;
    fill(numbers[1] ? numbers : others);
    assert(others[0] == 1);
    return 0;
}
