// expect: unknown realloc to a size of zero bytes
// C libraries differ in what this returns.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *p = malloc(4);
  char *q = realloc(p, 0);
  assert(q != NULL);
  return 0;
}
