// expect: unknown comparison of a number with the address of an object
// A number that was put together from an address and copied into a pointer may be the address of the object.
#include <assert.h>
#include <stdint.h>
#include <string.h>

int v = 3;

int main(void) {
    int *p = &v;
    uintptr_t u = (uintptr_t)p;
    uintptr_t w = (u >> 32 << 32) | (u & 0xffffffffu);
    int *q;
    memcpy(&q, &w, sizeof q);
    assert(q != p);
    return 0;
}
