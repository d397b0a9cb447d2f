// expect: unsafe
// Output may fail and say so.
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void) {
    errno = 0;
    printf("ready\n");
    assert(errno == 0);
    return 0;
}
