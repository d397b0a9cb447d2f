#include "block.h"

void block_fill(struct block *b, unsigned length, unsigned char byte) {
  for (unsigned i = 0; i < length; i++)
    b->bytes[i] = byte;
}

unsigned block_sum(const struct block *b) {
  unsigned sum = 0;
  for (unsigned i = 0; i < 64; i++)
    sum += b->bytes[i];
  return sum;
}
