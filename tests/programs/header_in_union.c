// expect: unsafe
// A member of the other struct lies in the padding that the assignment changes.
#include <assert.h>
union message {
  struct {
    char kind;
    int n;
  } header;
  struct {
    char kind, sub;
    short f;
    int n;
  } whole;
};
int main(void) {
  union message a = {0}, b = {0};
  a.whole.sub = 5;
  b.header = a.header;
  assert(b.whole.sub == 0);
}
