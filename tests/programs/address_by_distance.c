// expect: unknown
// The sum is the address of another object than the one it began with.
#include <stdint.h>
extern void __VERIFIER_error(void);
int main(void) {
    int x = 1, y = 2;
    int distance = (int)((uintptr_t)&y - (uintptr_t)&x);
    int *p = (int *)((uintptr_t)&x + distance);
    *p = 5;
    if (y != 2)
        __VERIFIER_error();
    return 0;
}
