// Overflow is not modelled: over ideal integers the assertion holds.
// expect: safe
// args: --integers ideal
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = x;
  while (__VERIFIER_nondet_uint()) y++;
  assert(y >= x);
  return 0;
}
