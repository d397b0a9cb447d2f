// expect: unsafe
// args: --entry swap
// Two pointers from outside may be the same, whatever they point to.
#include <assert.h>

void swap(void *first, void *second) {
    int *a = first, *b = second;
    if (!a || !b)
        return;
    int old = *a;
    *a ^= *b;
    *b ^= *a;
    *a ^= *b;
    assert(*b == old);
}
