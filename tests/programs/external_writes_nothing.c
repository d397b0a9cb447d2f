// A function without a body may also leave a pointer alone.
// expect: unsafe
// args: --property default
#include <assert.h>
void reset(int **p);

int main(void)
{
    int y = 0;
    int *p = &y;
    reset(&p);
    assert(p != &y);
    return 0;
}
