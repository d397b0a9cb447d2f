// expect: safe
#include <assert.h>
#include <stdint.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uchar() % 4u + 1;
  int v[n];
  v[0] = 1;
  assert(((uintptr_t)v & 3) == 0);
  return 0;
}
