#include "common.h"
static int hidden = 100;
static int helper(int x) { static int calls = 1000; return x + hidden + calls++; }
extern union word shared_word;
extern int tentative;
const int late_length = 3;
int late[3] = {7, 8, 9};

int other(int x) { return helper(x) + twice(x); }
int read_tentative(void) { return tentative++; }
int first_byte(void) { return shared_word.bytes[0]; }
int total(const struct node *n) {
  int sum = 0;
  while (n) { sum += n->value; n = n->next; }
  return sum;
}
struct node by_value(struct node n) { n.next->value += 40; return n; }
int apply(operation *f, int x) { return f(x) + f(x + 1); }
int jump(int n) {
  int sum = 0;
again:
  sum += n;
  if (n-- > 0) goto again;
  return sum;
}
enum kind kind_of(struct node n) { return n.value > 41 ? TWO : ONE; }
