#ifndef BLOCK_H
#define BLOCK_H

#include "contracts.h"

struct block {
  unsigned char bytes[64];
};

/* Sets the first bytes of a block. */
void block_fill(struct block *b, unsigned length, unsigned char byte)
REQUIRES(FRESH(b, sizeof(struct block)))
REQUIRES(length <= 64)
ASSIGNS(OBJECT(b));

#endif
