// expect: unknown pointer to an object
// args: --property valid-memsafety
// The access is valid wherever the objects lie.
#include <stdint.h>
int x = 1, y = 2;
int main(void)
{
    uintptr_t both = (uintptr_t)&x ^ (uintptr_t)&y;
    int *p = (int *)(both ^ (uintptr_t)&x);
    *p = 11;
    return 0;
}
