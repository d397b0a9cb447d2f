// Two steps back suffice: k-induction with k = 2.
// expect: safe
// args: --engine kind
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x == y) return 0;
  while (__VERIFIER_nondet_int()) {
    assert(x != y);
    int old = x;
    x = y;
    y = old;
  }
  return 0;
}
