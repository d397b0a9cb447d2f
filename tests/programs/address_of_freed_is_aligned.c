// expect: safe
// A number that is compared with a constant only: which object had the address before does not matter.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  int *first = malloc(sizeof *first);
  assert(((uintptr_t)first & 3) == 0);
  if ((unsigned long)first >= (unsigned long)-4095) assert(0);
  free(first);
  return 0;
}
