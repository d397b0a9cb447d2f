// expect: safe
// Everything that linking joins or keeps apart, compared with gcc word by word.
#include "common.h"
static int hidden = 1;
static int helper(int x) { static int calls = 10; return x + hidden + calls++; }
int tentative;
extern int late[];
union word shared_word;

int main(void) {
  print(helper(1));
  print(other(1));
  print(helper(2));
  print(other(2));
  tentative = 5;
  print(read_tentative());
  for (int i = 0; i < late_length; i++) print(late[i]);
  shared_word.value = 0x01020304;
  print(first_byte());
  struct node second = {2, 0}, first = {1, &second};
  print(total(&first));
  print(total(by_value(first).next));
  print(apply(callback, 20));
  print(twice(4));
  print(jump(3));
  print((unsigned)(kind_of(second) == TWO));
  return 0;
}
int callback(int x) { return x * hidden + 3; }
