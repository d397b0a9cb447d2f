// expect: unsafe
// So does passing one.
#include <assert.h>
#include <string.h>
struct pair {
  char c;
  int i;
} a;
static int padding(struct pair s) { return ((unsigned char *)&s)[1]; }
int main(void) {
  memset(&a, 1, sizeof a);
  assert(padding(a) == 0);
}
