#include "ring.h"
#include <assert.h>

int main(void) {
  struct ring r;
  unsigned char byte;
  ring_clear(&r);
  assert(ring_is_empty(&r));
  assert(ring_put(&r, 7));
  assert(ring_get(&r, &byte) && byte == 7);
  assert(ring_is_empty(&r));
  return 0;
}
