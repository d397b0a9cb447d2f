#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

enum state { IDLE, BRAKING, HOLDING };

int main(void)
{
    enum state state = IDLE;
    int pressure = 0;
    for (;;) {
        unsigned char pedal = __VERIFIER_nondet_uchar();
        switch (state) {
        case IDLE:
            if (pedal > 10)
                state = BRAKING;
            break;
        case BRAKING:
            if (pressure < 200)
                pressure += 5;
            else
                state = HOLDING;
            break;
        case HOLDING:
            if (pedal == 0) {
                state = IDLE;
                pressure = 0;
            }
            break;
        }
        assert(pressure <= 200);
        assert(state != IDLE || pressure == 0);
    }
}
