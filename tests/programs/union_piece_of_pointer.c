// expect: unknown bytes of a pointer as numbers
// The low bits of an address are not those by which the model knows the object.
#include <assert.h>
union word { int *p; unsigned low; };
int x;
int main(void) {
  union word v;
  v.p = &x;
  assert((v.low & 0xffff) == 0);
  return 0;
}
