// A program with floating point is searched over bit-vectors.
// expect: safe
// args: --engine ic3-cfa
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  float f = 1.0f;
  int n = 0;
  while (n < 3 && __VERIFIER_nondet_int()) {
    f = f * 2.0f;
    n++;
  }
  assert(f >= 1.0f);
  return 0;
}
