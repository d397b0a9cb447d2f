#include "ring.h"

void ring_clear(struct ring *r) {
  for (unsigned i = 0; i < RING_SIZE; i++)
    r->data[i] = 0;
  r->head = 0;
  r->count = 0;
}

int ring_is_empty(const struct ring *r) {
  return r->count == 0;
}

int ring_is_full(const struct ring *r) {
  return r->count >= RING_SIZE;
}

unsigned ring_space(const struct ring *r) {
  return ring_is_full(r) ? 0 : RING_SIZE - r->count;
}

int ring_put(struct ring *r, unsigned char byte) {
  if (ring_is_full(r))
    return 0;
  unsigned tail = (r->head + r->count) % RING_SIZE;
  r->data[tail] = byte;
  r->count++;
  return 1;
}

int ring_get(struct ring *r, unsigned char *byte) {
  if (ring_is_empty(r))
    return 0;
  *byte = r->data[r->head % RING_SIZE];
  r->head = (r->head + 1) % RING_SIZE;
  r->count--;
  return 1;
}
