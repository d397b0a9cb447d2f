// expect: safe
// The type after the colon is that of the enumeration.
#include <assert.h>
enum byte : unsigned char { low, high = 255 };
enum wide : long { large = 1L << 40 };
struct two {
  enum byte e;
  char c;
};
int main(void) {
  enum byte e = high;
  e++;
  assert(e == 0);
  assert(sizeof(struct two) == 2);
  assert(sizeof(enum wide) == sizeof(long) && large > 0x7fffffff);
}
