// expect: safe
// args: --checks default
// A block has a volatile type of that name; elsewhere the name means another.
#include <assert.h>
typedef int T;
static int local(void) {
    typedef volatile int T;
    static T x;
    return x == 0;
}
static T q = 4;
int main(void) {
    local();
    assert(q == 4);
    return 0;
}
