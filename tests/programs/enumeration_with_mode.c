// expect: unknown
// The attribute makes the enumeration a byte.
#include <assert.h>
typedef enum { first, second } __attribute__((mode(QI))) small;
int main(void) {
  small s = second;
  assert(sizeof s == 4);
}
