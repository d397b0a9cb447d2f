// expect: unknown pointer put together from bytes
#include <assert.h>
int x[4];
int main(void) {
  int *p = &x[0];
  ((unsigned char *)&p)[0] = 0;
  assert(p == &x[0]);
  return 0;
}
