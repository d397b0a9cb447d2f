// expect: unknown comparison of a number with the address of an object
// A number that was put together from an address may be read as a pointer from a union, also from a copy of it.
#include <assert.h>
#include <stdint.h>

struct holder {
    union {
        uintptr_t number;
        int *pointer;
    } either;
    int other;
};

int v = 3;

static void set(struct holder *to, uintptr_t x) {
    to->either.number = (x >> 8 << 8) | (x & 255);
}

int main(void) {
    struct holder a, b;
    set(&a, (uintptr_t)&v);
    b = a;
    assert(b.either.pointer != &v);
    return 0;
}
