// expect: unknown model
// args: --property termination
#include <stdlib.h>
int main(void) {
  for (;;) {
    void *p = malloc(3000000000u);
    if (!p) continue;
    free(p);
  }
}
