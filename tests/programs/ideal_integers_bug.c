// A run over ideal integers that needs no overflow.
// expect: unsafe
// args: --integers ideal
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = 3 * x;
  assert(y + 7 != -20);
  return 0;
}
