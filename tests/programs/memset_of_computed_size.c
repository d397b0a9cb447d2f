// expect: unsafe
// args: --property default
#include <assert.h>
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);
static void wipe(void *p, size_t n) { memset(p, 0, n); }
int main(void) {
  char key[16];
  size_t n = 16 + (__VERIFIER_nondet_uchar() & 1);
  wipe(key, n);
  assert(n >= 16);
  return 0;
}
