// expect: safe
// No library function sets errno to zero.
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void) {
  int c;
  errno = 7;
  puts("x");
  c = getchar();
  if (scanf("%d", &c) == 1)
    putchar(c);
  assert(errno > 0);
  return 0;
}
