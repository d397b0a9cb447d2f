#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int speed = __VERIFIER_nondet_int();
    if (speed < 0 || speed > 250)
        return 0;
    int limit = speed > 130 ? 130 : speed;
    assert(limit <= 130);
    if (limit > 200)
        assert(speed < 0);
    return 0;
}
