/* A moving average over the last sixteen samples. */
#include <assert.h>

#define WINDOW 16u

extern unsigned sample(void);

int main(void) {
    unsigned window[WINDOW] = {0};
    unsigned sum = 0, next = 0;
    for (;;) {
        unsigned value = sample() & 0xfffu;
        sum += value;
        sum -= window[next];
        window[next] = value;
        next = next == WINDOW ? 0 : next + 1;
        (void)sum;
    }
}
