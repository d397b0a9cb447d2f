// expect: unsafe
// Assigning a struct gives its padding any value.
#include <assert.h>
#include <string.h>
struct pair {
  char c;
  int i;
} a, b;
int main(void) {
  memset(&a, 1, sizeof a);
  b = a;
  assert(((unsigned char *)&b)[1] == 0);
}
