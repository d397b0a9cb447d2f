// args: --property default
// expect: safe
// Atomic arithmetic on signed integers wraps around silently (C11 7.17.7.5).
#include <limits.h>
#include <stdatomic.h>
int main(void) {
  atomic_int counter = INT_MAX;
  atomic_fetch_add(&counter, 1);
  return atomic_load(&counter) == INT_MIN ? 0 : 1;
}
