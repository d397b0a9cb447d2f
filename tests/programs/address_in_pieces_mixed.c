// expect: unknown
// The address of x is put together from halves, where outside pointers may be too.
#include <stdint.h>
extern void __VERIFIER_error(void);
extern int *elsewhere(void);
int main(void) {
    int x = 1;
    uintptr_t number = (uintptr_t)&x;
    uint32_t low = (uint32_t)number, high = (uint32_t)(number >> 32);
    int *p = (int *)(((uintptr_t)high << 32) | low);
    if (number & 4096)
        p = elsewhere();
    if (p) {
        *p = 5;
        if (x != 1)
            __VERIFIER_error();
    }
    return 0;
}
