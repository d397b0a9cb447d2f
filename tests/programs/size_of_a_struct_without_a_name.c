// expect: safe
// clang's dump does not show structs that are defined inside a sizeof.
#include <assert.h>
#define FAILS_IF(condition) (sizeof(struct { int : -!!(condition); }))
#define COUNT(array) (sizeof(array) / sizeof((array)[0]) + FAILS_IF(sizeof(array) == sizeof(void *)))
static short table[7];
int main(void) {
  assert(COUNT(table) == 7);
  assert(sizeof(struct { char tag; long value; }) == 16);
  assert(sizeof(struct { char tag; long value; } __attribute__((packed))) == 9);
  assert(sizeof(union { char bytes[5]; short half; }) == 6);
  return 0;
}
