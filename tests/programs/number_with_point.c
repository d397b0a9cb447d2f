// expect: unknown bounded
// Which number a text means is left open.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    assert(atof("x") < 2.5);
    assert(atof("1.5") < 1.75);
    return 0;
}
