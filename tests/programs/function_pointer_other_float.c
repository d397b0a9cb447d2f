// expect: unknown numbers of other sizes
// args: --property default
// A `float` is not passed as a `double` is.
#include <assert.h>

static float half(float x) {
    return x / 2;
}

int main(void) {
    double (*f)(double) = (double (*)(double))half;
    assert(f(4) == 2);
    return 0;
}
