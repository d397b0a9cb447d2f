// expect: unsafe
// args: --checks default
// Atomic operations read volatile objects as inputs.
#include <assert.h>
volatile int status;
int main(void) {
    assert(__atomic_load_n(&status, __ATOMIC_SEQ_CST) == 0);
    return 0;
}
