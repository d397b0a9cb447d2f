// expect: safe
// args: --property assert --entry f
#include <assert.h>
struct S { int a; struct S *n; int v[4]; };
void f(struct S *s, struct S *t) {
  if (!s || !t) return;
  s->v[0] = 1;
  t->v[1] = 2;
  assert(s->v[0] == 1);
}
