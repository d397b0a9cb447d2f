// expect: safe
// args: --data-model ILP32
// Flipped bits lead before the first byte of the object and back.
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    unsigned *cells = calloc(3, sizeof *cells);
    unsigned i = __VERIFIER_nondet_uchar() % 3u;
    uintptr_t flipped = (uintptr_t)&cells[i] ^ 0x5au;
    unsigned *p = (unsigned *)(flipped ^ 0x5au);
    *p = 7;
    if (cells[i] != 7 || p != &cells[i])
        reach_error();
    return 0;
}
