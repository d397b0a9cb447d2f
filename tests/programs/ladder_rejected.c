// Over ideal integers alone there is a proof that does not hold over bit-vectors: no verdict.
// expect: unknown certificate
// args: --engine ic3-cfa --arithmetic int
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned y = x + 1;
  assert(y > x);
  return 0;
}
