// expect: unknown
// args: --property termination
// The model has no more objects at some time; the program goes on.
#include <stdlib.h>
int main(void) {
  for (;;) {
    void *p = malloc(8);
    free(p);
  }
}
