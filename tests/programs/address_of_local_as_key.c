// args: --property default
// expect: unknown gone
// The variable of the second call may lie where that of the first was.
#include <assert.h>
static const int *last;
static int cached;
static int lookup(const int *key) {
  if (key == last) return cached;
  last = key;
  cached = *key;
  return cached;
}
static int ask(int value) { int x = value; return lookup(&x); }
int main(void) {
  int r = ask(1);
  r = ask(2);
  assert(r == 2);
  return 0;
}
