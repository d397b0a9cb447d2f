// expect: unknown bounded
// args: --property default
// localtime may fail for times that no clock shows, but which those are is not modelled.
#include <time.h>

int main(void)
{
    time_t far = 1L << 60;
    return localtime(&far)->tm_mon;
}
