// args: --property default
// expect: unknown
// The instructions say that they change memory, and have a pointer.
#include <assert.h>
#include <stddef.h>
static void fill(void *target, int byte, size_t size) {
  __asm__ volatile("rep stosb" : "+D"(target), "+c"(size) : "a"(byte) : "memory");
}
int main(void) {
  char buffer[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  fill(buffer, 0, sizeof buffer);
  assert(buffer[3] == 1);
  return 0;
}
