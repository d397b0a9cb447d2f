// A pointer put together from halves of an address, which may look like what carries a pointer in the model.
// expect: unknown address
// args: --data-model ILP32 --property unreach-call
#include <stdint.h>
extern void reach_error(void);
unsigned cell[3];
int main(void) {
    uint16_t h = (uint16_t)((uintptr_t)(&cell[2]) >> 16), l = (uint16_t)(uintptr_t)(&cell[2]);
    unsigned *q = &cell[0], **r = &q; struct { unsigned *m; } o; o.m = (unsigned *)(unsigned long)&cell[0]; *o.m = 27; o.m = (unsigned *)(((uintptr_t)h << 16) | l);
    if (*o.m != 0) reach_error();
    return 0;
}
