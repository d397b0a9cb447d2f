// expect: safe
// gcc takes these for variables, as long as no header declares the functions; clang has to be told.
#include <assert.h>
int exp = 3, index = 2;
static unsigned log;
double abs[2] = { 1.5 };
int main(void)
{
    log += (unsigned)index;
    assert(exp == 3 && log == 2 && abs[0] == 1.5);
    return 0;
}
