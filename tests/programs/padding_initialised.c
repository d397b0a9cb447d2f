// expect: unsafe
// And initialising one with anything but zeros.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct pair {
  char c;
  int i;
};
int main(void) {
  int i = __VERIFIER_nondet_int();
  struct pair a = {1, i};
  assert(((unsigned char *)&a)[1] == 0);
}
