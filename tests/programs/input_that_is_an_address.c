// expect: unknown comparison of a number with the address of an object
// An input that equals an address and is copied into a pointer is that address.
#include <assert.h>
#include <stdint.h>
#include <string.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int v = 3;

int main(void) {
    uintptr_t w = __VERIFIER_nondet_ulong();
    int *q;
    memcpy(&q, &w, sizeof q);
    if (w == (uintptr_t)&v)
        assert(q == &v);
    return 0;
}
