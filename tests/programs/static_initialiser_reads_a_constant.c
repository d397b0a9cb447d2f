// expect: safe
// What compilers fold: a static object initialised with const variables has their values, in whatever order they are
// declared and whether or not anything else uses them.
#include <assert.h>

struct point {
  int x, y;
};

extern int early;
static const int base = 5;
static int sum = base + 1;
static const int table[3] = {7, base, 9};
static int element = table[1];
static const struct point origin = {3, 4};
static int member = origin.y;
static const int narrow = (unsigned char)300;
static int wide = narrow;
static const double half = 0.5;
static double twice = half * 4;
static struct point object = {1, 2}, *const fixed = &object;
static int *inside = &fixed->y;
static const int last = 4;
int early = last;

int main(void) {
  const int local = 6;
  static int from_local = local;
  assert(sum == 6);
  assert(element == 5 && member == 4 && wide == 44 && twice == 2.0);
  assert(inside == &object.y);
  assert(early == 4 && from_local == 6);
}
