// expect: unknown initialiser that may read the object it initialises
// A compound literal in the condition of a loop is one object for all rounds.
#include <assert.h>

struct pair {
  int a, b;
};

static struct pair *last;

static int next(void) { return last ? last->b + 1 : 1; }

static int use(struct pair *now) {
  last = now;
  return now->b < 5;
}

int main(void) {
  while (use(&(struct pair){7, next()}))
    ;
  assert(last->b == 5);
}
