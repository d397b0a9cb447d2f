// expect: unsafe
// args: --property assert
#include <assert.h>
static int read(const int *p) { return *p; }
int main(void)
{
    int x = read(&x);
    assert(x == 0);
    return 0;
}
