// expect: safe
// The padding inside the bytes of a long double is no part of its value: storing it used to end in an internal error.
#include <assert.h>
struct pair { long first; long double second; };
struct pair pair(long first, long double second) {
  struct pair made = {0}, *place;
  made.first = first;
  made.second = second;
  place = &made;
  return *place;
}
int main(void) {
  struct pair copy = pair(4, 2.5L);
  assert(copy.first == 4 && copy.second == 2.5L);
  return 0;
}
