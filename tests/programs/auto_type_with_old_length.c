// expect: unknown array length
#include <assert.h>
int main(void) {
  int n = 2;
  int a[3][n];
  n = 5;
  __auto_type p = &a[0];
  p++;
  assert((char *)p - (char *)a == 20);
  return 0;
}
