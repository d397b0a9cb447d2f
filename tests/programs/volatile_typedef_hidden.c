// expect: unsafe
// args: --checks default
// A block hides the name of a volatile type; after the block it means that type again.
#include <assert.h>
typedef volatile int T;
static int plain(void) {
    typedef int T;
    T x = 1;
    return x;
}
static T pair[2];
static int second(T *p) {
    return p[1];
}
int main(void) {
    plain();
    assert(second(pair) == 0);
    return 0;
}
