#include <stddef.h>

struct buffer {
  unsigned char *data;
  size_t size, used;
};

int first(const int *p) { return *p; }

void append(struct buffer *b, unsigned char c) {
  if (b->used < b->size)
    b->data[b->used++] = c;
}
