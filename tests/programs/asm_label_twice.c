// expect: unknown another name of a function
// Two declarations with one name for the linker are one function.
#include <assert.h>
int v;
void f(void) __asm__("h");
void f(void) { v = 7; }
void g(void) __asm__("h");
int main(void) {
  g();
  assert(v == 0);
}
