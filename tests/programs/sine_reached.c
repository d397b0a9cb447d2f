// expect: safe
// Assertions after a bounded result are reached.
#include <assert.h>
#include <math.h>

int main(void)
{
    double x = sin(1.0);
    assert(x >= -1.0 && x <= 1.0);
    return 0;
}
