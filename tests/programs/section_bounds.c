// expect: unknown bounds of a section
// The linker defines the variables with which the loop begins and ends.
#include <assert.h>
typedef void (*callback)(void);
int v;
static void set(void) { v = 1; }
__attribute__((section("callbacks"), used)) callback first = set;
extern callback __start_callbacks[], __stop_callbacks[];
int main(void) {
  for (callback *p = __start_callbacks; p != __stop_callbacks; p++) (*p)();
  assert(v == 0);
}
