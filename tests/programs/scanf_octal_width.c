// expect: unknown case that the model of a library function leaves out
// 20 octal digits are 60 bits: not every number.
#include <assert.h>
#include <stdio.h>

int main(void) {
  unsigned long long x;
  if (scanf("%20llo", &x) == 1)
    assert(x < 1ull << 60 || x > -(1ull << 57));
  return 0;
}
