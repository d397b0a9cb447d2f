// expect: unsafe
// A long double has ten bytes that count.
#include <assert.h>
#include <string.h>
struct wide {
  long double x;
} a, b;
int main(void) {
  memset(&a, 1, sizeof a);
  b = a;
  assert(((unsigned char *)&b)[12] == 0);
}
