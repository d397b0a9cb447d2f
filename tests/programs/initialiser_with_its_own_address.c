// expect: safe
// Addresses are no reads, and other arrays are other objects.
#include <assert.h>

struct list {
  struct list *next, *previous;
  int weight;
};

int main(void) {
  int weights[2] = {3, 4};
  int n = 0;
again:;
  struct list head = {&head, &head, weights[n]};
  assert(head.next == head.previous && head.weight >= 3);
  if (n++ < 1)
    goto again;
}
