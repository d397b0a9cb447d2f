// expect: unknown order that C leaves open
// args: --property default
// Atomic operations are generic functions: their order is open, but they are not unsequenced.
#include <stdatomic.h>

int main(void) {
    atomic_int x = 0;
    return atomic_fetch_add(&x, 1) + atomic_fetch_add(&x, 1) - 1;
}
