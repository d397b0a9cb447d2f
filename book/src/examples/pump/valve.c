#include "valve.h"
#include <assert.h>

static int changes;

enum valve valve_step(enum valve valve, int wanted)
{
    enum valve next = valve;
    if (level < wanted)
        next = OPEN;
    else if (level > wanted)
        next = CLOSED;
    if (next != valve && changes < 1000)
        changes++;
    assert(next == valve || level != wanted);
    return next;
}
