// expect: safe
// A number that was computed is equal to the address it was computed from.
#include <stdint.h>
extern void reach_error(void);
int x = 1, y = 2;
int main(void)
{
    uintptr_t first = (uintptr_t)&x, second = (uintptr_t)&y;
    int *p = (int *)first;
    *p = 3;
    if (((first ^ second) ^ second) != first || x != 3)
        reach_error();
    return 0;
}
