// Which of several objects a function without a body writes is not followed, so a loop that waits for the other one is no
// execution that does not end.
// expect: unknown several
// args: --property termination --externals arguments
#include <stdlib.h>
void fill(int *numbers);
int main(void)
{
    int *numbers = malloc(4 * sizeof *numbers), *others = malloc(4 * sizeof *others);
    numbers[0] = 1;
    others[0] = 1;
    fill(numbers[0] ? numbers : others);
    while (others[0] != 1) {
    }
    return 0;
}
