// expect: unknown
// The same seed gives the same numbers.
#include <assert.h>
#include <stdlib.h>
int main(void) {
    srand(1);
    int a = rand();
    srand(1);
    int b = rand();
    assert(a == b);
    return 0;
}
