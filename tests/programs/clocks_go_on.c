// expect: safe
// args: --checks default
// Nanoseconds of a clock fit in 64 bits, and clocks go on.
#include <assert.h>
#include <time.h>

int main(void)
{
    struct timespec start, end;
    if (clock_gettime(CLOCK_MONOTONIC, &start) != 0)
        assert(0);
    clock_gettime(CLOCK_MONOTONIC, &end);
    assert(end.tv_sec > start.tv_sec || (end.tv_sec == start.tv_sec && end.tv_nsec >= start.tv_nsec));
    long nanoseconds = end.tv_sec * 1000000000L + end.tv_nsec;
    clock_t first = clock();
    assert(clock() * 1000 >= first);
    return nanoseconds == 0;
}
