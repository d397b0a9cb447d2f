// expect: unsafe
// Elements of a flexible member that lie in padding change with the struct.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct text {
  long length;
  char first;
  char rest[];
};
int main(void) {
  struct text *p = malloc(sizeof *p), *q = malloc(sizeof *q);
  if (!p || !q) return 0;
  memset(p, 1, sizeof *p);
  memset(q, 2, sizeof *q);
  *q = *p;
  assert(q->rest[0] == 2);
}
