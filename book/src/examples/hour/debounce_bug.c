/* A button counts as pressed after five equal samples. */
#include <assert.h>

#define STABLE 5

extern int sample(void);

int main(void) {
    int pressed = 0, same = 0;
    for (;;) {
        int now = sample() != 0;
        if (now == pressed)
            same = 0;
        else if (++same > STABLE) {
            pressed = now;
            same = 0;
        }
        assert(same >= 0 && same < STABLE);
    }
}
