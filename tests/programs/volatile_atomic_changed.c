// expect: unsafe
// args: --checks default
#include <assert.h>
volatile int status;
int main(void) {
    assert(__atomic_fetch_add(&status, 1, __ATOMIC_SEQ_CST) == 0);
    return 0;
}
