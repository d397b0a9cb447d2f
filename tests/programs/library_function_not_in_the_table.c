// expect: unknown library function setenv
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    assert(setenv("a", "b", 1) != 5);
    return 0;
}
