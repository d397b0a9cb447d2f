// expect: unknown error
// args: --property assert
// The root of a negative number sets errno.
#include <assert.h>
#include <errno.h>
#include <math.h>

extern double input(void);

int main(void)
{
    double x = input();
    errno = 0;
    double y = sqrt(x);
    assert(errno == 0);
    return y > 1;
}
