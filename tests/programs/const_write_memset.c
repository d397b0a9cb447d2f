// memset on a const object; of no bytes it writes nothing.
// expect: unsafe
// args: --property const-write
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
static const char table[4] = {1, 2, 3, 4};
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    memset((char *)table, 0, 0);
    if (n <= 4)
        memset((char *)table, 0, n);
    return 0;
}
