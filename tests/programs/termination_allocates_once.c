// expect: safe
// args: --property termination
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar();
  char *p = malloc(n + 1);
  for (unsigned i = 0; i < n; i++) p[i] = 0;
  return 0;
}
