#include "valve.h"
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int changes;
int level;

int main(void)
{
    enum valve valve = CLOSED;
    while (__VERIFIER_nondet_int()) {
        valve = valve_step(valve, 50);
        if (valve == OPEN)
            level++;
        else if (level > 0)
            level--;
        assert(level >= 0 && level <= 51);
    }
    assert(changes == 0);
    return 0;
}
