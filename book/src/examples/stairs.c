#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 0, y = 0;
    while (__VERIFIER_nondet_int()) {
        if (x < 10) {
            x = x + 1;
            y = y + 2;
        } else {
            x = 0;
            y = 0;
        }
    }
    assert(y <= 20);
    return 0;
}
