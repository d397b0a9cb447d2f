// expect: unknown float in a bit-field that may not hold it
// The conversion is undefined: 200 is no number of 7 bits.
#include <assert.h>

struct s {
  unsigned y : 7;
};

int main(void) {
  struct s s;
  s.y = 200.0f;
  assert(s.y == 72);
  return 0;
}
