// expect: unsafe
// A call that succeeds may set errno: puts into a closed stream that is buffered does.
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void) {
  errno = 0;
  if (puts("x") >= 0)
    assert(errno == 0);
  return 0;
}
