// expect: unknown
// Offsets into such an object do not fit the model.
#include <assert.h>
static int large[0x50000000UL];
int main(void) {
  unsigned long i = 0x40000000UL;
  large[i] = 1;
  assert(large[0] == 1);
}
