// expect: safe
// Members keep their values where padding is forgotten, also those in bit-fields.
#include <assert.h>
#include <string.h>
struct fields {
  char c;
  unsigned low : 3, high : 7;
  short s;
};
int main(void) {
  struct fields a = {1, 5, 99, -3}, b = {0}, d;
  b = a;
  assert(b.c == 1 && b.low == 5 && b.high == 99 && b.s == -3);
  memcpy(&d, &b, sizeof d);
  assert(d.low == 5 && d.high == 99);
  struct fields zero = {0};
  unsigned char *bytes = (unsigned char *)&zero;
  for (unsigned i = 0; i < sizeof zero; i++) assert(bytes[i] == 0);
  bytes = (unsigned char *)&b;
  assert(bytes[0] == 1);
}
