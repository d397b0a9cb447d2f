// args: --property default
// expect: unknown number of an address
// Two functions that do not call each other: their variables may have one address, one after the other.
#include <assert.h>
#include <stdint.h>
__attribute__((noinline)) static uintptr_t f(void) { int a = 1; return (uintptr_t)&a; }
__attribute__((noinline)) static uintptr_t g(void) { int b = 2; return (uintptr_t)&b; }
int main(void) {
  uintptr_t x = f(), y = g();
  assert(x != y);
  return 0;
}
