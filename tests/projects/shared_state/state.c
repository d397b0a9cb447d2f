#include "state.h"
#include <string.h>
struct state shared = {.level = 7, .self = &shared};
enum mode mode = BUSY;
int lengths[3] = {10, 20, 30};
void fill(struct state *s, unsigned n) {
  for (unsigned i = 0; i < strlen("wxyz"); i++) s->table[i] = (int)n;
}
int sum(const struct state *s) {
  int total = 0;
  for (int i = 0; i < 4; i++) total += s->table[i];
  return total;
}
