#ifndef RING_H
#define RING_H

#define RING_SIZE 16u

struct ring {
  unsigned char data[RING_SIZE];
  unsigned head;
  unsigned count;
};

void ring_clear(struct ring *r);
int ring_is_empty(const struct ring *r);
int ring_is_full(const struct ring *r);
int ring_put(struct ring *r, unsigned char byte);
int ring_get(struct ring *r, unsigned char *byte);
unsigned ring_space(const struct ring *r);

#endif
