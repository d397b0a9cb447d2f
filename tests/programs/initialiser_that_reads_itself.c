// expect: unknown initialiser that may read the object it initialises
// The initialiser is reached again while the literal is there. Compilers differ in what it reads: they may clear
// the object first, store each element at once or all at the end.
#include <assert.h>

struct pair {
  int a, b;
};

int main(void) {
  struct pair *last = 0;
  int n = 0;
again:;
  struct pair *now = &(struct pair){last ? last->b : 1, last ? last->a : 2};
  last = now;
  if (n++ < 1)
    goto again;
  assert(last->a == 2 && last->b == 1);
}
