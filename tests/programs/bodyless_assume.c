// expect: safe
// args: --property assert
// An assumption without a prototype or a body, as many verification texts write it.
#include <assert.h>

int main() {
    int n;
    int c = 0;
    assume(n > 0 && n < 1000);
    while (c < n)
        c = c + 1;
    assert(c == n);
    return 0;
}
