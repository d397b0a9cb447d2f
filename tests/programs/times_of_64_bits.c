// expect: unknown
// args: --data-model ilp32
// The header has clock_gettime mean another function, whose struct is not the one of the model.
#define _FILE_OFFSET_BITS 64
#define _TIME_BITS 64
#include <assert.h>
#include <time.h>

int main(void)
{
    struct timespec now = {0, 5};
    clock_gettime(CLOCK_REALTIME, &now);
    assert(now.tv_nsec == 5);
    return 0;
}
