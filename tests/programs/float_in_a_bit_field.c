// expect: safe
#include <assert.h>

struct s {
  unsigned y : 7;
  int z : 5;
};

int main(void) {
  struct s s = {100.5f, -3.0};
  assert(s.y == 100 && s.z == -3);
  s.y += 2.5;
  s.z *= 2.5;
  assert(s.y == 102 && s.z == -7);
  return 0;
}
