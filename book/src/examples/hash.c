#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned key = __VERIFIER_nondet_uint();
    unsigned hash = 2166136261u, rounds = 0;
    while (rounds < 1000) {
        hash = (hash ^ (key >> (rounds % 24))) * 16777619u;
        rounds++;
    }
    assert(rounds == 1000);
    assert(hash != 12345u);
    return 0;
}
