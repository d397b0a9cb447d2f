// A function without a body writes to one of several objects, and which one is not followed: what it leaves is proved for
// any contents.
// expect: safe
// args: --property assert --externals arguments
#include <assert.h>
#include <stdlib.h>
void fill(int *numbers, char *label);
int main(void)
{
    int *numbers = malloc(4 * sizeof *numbers), *others = malloc(4 * sizeof *others);
    if (!numbers || !others)
        return 0;
    int *chosen = numbers[0] > others[0] ? numbers : others;
    fill(chosen, "a label, which is not written");
    assert(numbers[0] >= 0 || numbers[0] < 0);
    assert("label"[1] == 'a');
    return 0;
}
