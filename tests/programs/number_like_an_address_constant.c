// expect: unknown number that looks like the address of an object
// args: --memory-reading followed
#include <stdint.h>
extern void reach_error(void);
int x = 1;
int main(void)
{
    uintptr_t cells[2] = {0, 0xA000000000000008ul};
    cells[0] = (uintptr_t)&x;
    *(int *)cells[0] = 3;
    if (cells[1] >> 60 != 10)
        reach_error();
    return 0;
}
