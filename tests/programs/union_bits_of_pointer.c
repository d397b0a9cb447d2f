// expect: unknown bytes of a pointer as numbers
#include <assert.h>
struct halves { unsigned a : 16, b : 16, c; };
union word { int *p; struct halves s; };
int x;
int main(void) {
  union word v;
  v.p = &x;
  assert(v.s.a == 0);
  return 0;
}
