/* A list of free timers, taken and given back. */
#include <assert.h>
#include <stddef.h>

#define TIMERS 4

extern int wants_one(void);

struct timer {
    struct timer *next;
};

static struct timer timers[TIMERS];

int main(void) {
    struct timer *free_timers = NULL;
    for (int i = 0; i < TIMERS; i++) {
        timers[i].next = free_timers;
        free_timers = &timers[i];
    }
    int taken = 0;
    while (wants_one()) {
        if (free_timers == NULL)
            break;
        free_timers = free_timers->next;
        taken++;
        assert(taken <= TIMERS);
    }
    return 0;
}
