// expect: unknown object without bytes
// Objects without bytes may have one address.
#include <assert.h>
int a[0], b[0];
int main(void) {
  void *p = a, *q = b;
  assert(p != q);
}
