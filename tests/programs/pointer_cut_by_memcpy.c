// expect: unknown block that ends inside a pointer
#include <assert.h>
#include <string.h>
int x[4], y[4];
int main(void) {
  int *p = &x[1];
  int *q = &y[2];
  memcpy(&p, &q, 4);
  assert(p == &x[2]);
  return 0;
}
