// Holds over ideal integers, where it is proved first; the proof does not survive, the bug is found.
// expect: unsafe
// args: --engine ic3-cfa
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned y = x + 1;
  assert(y > x);
  return 0;
}
