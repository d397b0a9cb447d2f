// expect: safe
// All calls of a function know it by the same address.
#include <assert.h>

typedef void (*Function)(void);

static Function next(int *count) {
    *count += 1;
    return (Function)next;
}

int main(void) {
    int one = 0, two = 0;
    Function first = next(&one);
    Function second = next(&two);
    assert(first == second && first == (Function)next);
    return 0;
}
