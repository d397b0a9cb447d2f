// expect: safe
// Numbers of an object that also holds a pointer are read byte by byte, and the pointer is copied with them.
// args: --property default
#include <assert.h>
#include <string.h>
struct entry { int *p; char name[8]; int id; } a, b;
int x;
int main(void) {
  a.p = &x;
  a.name[0] = 'a';
  a.id = 5;
  const char *bytes = (char *)&a;
  unsigned sum = 0;
  for (unsigned i = sizeof a.p; i < sizeof a; i++)
    sum += bytes[i];
  assert(sum == 'a' + 5);
  memcpy(&b, &a, sizeof a);
  assert(*b.p == 0);
  return 0;
}
