// expect: unknown argument of another type
// Nothing converts the argument: the call sees no prototype.
#include <assert.h>

long twice();

int main(void) {
    assert(twice(-3) == -6);
    return 0;
}

long twice(long x) {
    return x + x;
}
