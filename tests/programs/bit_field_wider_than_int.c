// expect: safe
// gcc computes with a bit-field of 40 bits in 40 bits, where clang takes 64.
#include <assert.h>

struct wide {
    unsigned long long u : 40;
    long long s : 40;
    unsigned long long full : 64;
};

int main(void)
{
    struct wide w = { 0xffffffffffULL, -1, 1 };
    assert(w.u + 1 == 0);
    assert((w.u << 8) == 0xffffffff00ULL);
    assert(w.u == -1);
    assert(~w.u == 0);
    w.u = 0;
    assert(w.u - 1 > 0 && w.u - 1 == 0xffffffffffULL);
    assert((unsigned long long)w.u - 1 == 0xffffffffffffffffULL);
    assert(w.u - w.full == 0xffffffffffffffffULL);
    assert((1 ? w.u : 1) - 1 == 0xffffffffffULL);
    w.u = 7;
    w.u /= -1;
    assert(w.u == 0);
    assert(w.s < 0 && w.s >> 1 == -1);
    return 0;
}
