// expect: unknown bytes of a pointer as numbers
#include <assert.h>
union word { int *p; double d; };
int x;
int main(void) {
  union word v;
  v.p = &x;
  assert(v.d > 1.0);
  return 0;
}
