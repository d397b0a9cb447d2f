// expect: unknown initialiser
// The value is evaluated once for all elements.
#include <assert.h>
static int calls;
static int call(void) { return ++calls; }
int main(void) {
  int r[4] = {[0 ... 3] = call()};
  assert(calls == 4 || r[0] != r[3]);
}
