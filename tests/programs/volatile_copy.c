// A copy of a volatile struct is not followed.
// expect: unknown copy of a struct or union that is volatile
struct pair {
    int a, b;
};
static volatile struct pair device;

#include <assert.h>
int main(void)
{
    struct pair copy = device;
    assert(copy.a == 0);
    return 0;
}
