// expect: safe
// A narrow bit-field is an int, whatever type it is declared with: the other one's 33 bits decide.
#include <assert.h>

struct {
  unsigned long long a : 20;
  unsigned long long b : 33;
  long long c : 20;
  unsigned long long d : 32;
} s;

int main(void) {
  s.a = 174;
  s.b = ~174ull;
  s.c = -5;
  s.d = ~0ull;
  unsigned long long r = s.a * s.b;
  assert(r == 8589904142ull);
  r = s.b * s.a;
  assert(r == 8589904142ull);
  r = s.a - s.b;
  assert(r == 349);
  r = s.b + s.d;
  assert(r == 4294967120ull);
  return 0;
}
