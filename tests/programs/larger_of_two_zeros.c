// expect: unknown zeros
// args: --property assert
// Which of the zeros is the larger one is open.
#include <assert.h>
#include <math.h>

extern double input(void);

int main(void)
{
    double x = input();
    double y = fmax(x, 0.0);
    assert(!(x == 0) || 1 / y > 0);
    return 0;
}
