// A linear equation between unbounded counters: found over integers, true modulo two to the width.
// expect: safe
// args: --engine ic3-cfa
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned x = 0, y = 0;
  while (__VERIFIER_nondet_int()) {
    x++;
    y += 2;
  }
  assert(y == 2 * x);
  return 0;
}
