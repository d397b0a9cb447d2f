// expect: unknown array length
// args: --property default
#include <assert.h>
int main(void) {
  int n = 3;
  int a[n];
  n = 8;
  int b[n];
  b[7] = 0;
  typeof(a) c;
  c[5] = 1;
  assert(b[7] == 0);
  return 0;
}
