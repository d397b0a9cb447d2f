// expect: unknown
// What is too small for a double sets errno.
#include <assert.h>
#include <errno.h>
#include <math.h>

int main(void)
{
    errno = 0;
    volatile double tiny = erfc(30.0);
    assert(errno == 0);
    return 0;
}
