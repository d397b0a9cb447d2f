// A product of inputs may have any value over ideal integers: a run with it shows nothing.
// expect: unknown exact
// args: --integers ideal
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x * x >= 0);
  return 0;
}
