// args: --property default
// expect: unknown order
// The arguments of printf in an open order.
#include <stdio.h>
int main(void) {
  int i = 1;
  printf("%d %d\n", i, i++);
  return 0;
}
