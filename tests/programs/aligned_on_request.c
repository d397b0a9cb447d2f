// expect: unknown aligned on request
// The function promises the alignment.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  char *p = aligned_alloc(64, 64);
  assert(((uintptr_t)p & 63) == 0);
}
