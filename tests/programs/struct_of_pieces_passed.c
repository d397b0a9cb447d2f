// expect: unknown bytes of a pointer as numbers
#include <assert.h>
struct quarters { unsigned short a, b, c, d; };
union word { int *p; struct quarters s; };
int x;
static int first(struct quarters q) { return q.a; }
int main(void) {
  union word v;
  v.p = &x;
  assert(first(v.s) == 0);
  return 0;
}
