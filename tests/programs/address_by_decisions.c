// expect: unknown
// The address is put together from decisions: no data flows.
#include <stdint.h>
extern void __VERIFIER_error(void);
int main(void) {
    int x = 1;
    uintptr_t low = 0, high = UINTPTR_MAX;
    while (low < high) {
        uintptr_t middle = low + (high - low) / 2;
        if ((uintptr_t)&x <= middle)
            high = middle;
        else
            low = middle + 1;
    }
    *(int *)low = 5;
    if (x != 1)
        __VERIFIER_error();
    return 0;
}
