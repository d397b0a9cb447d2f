// expect: unknown number of an address
// realloc may move the object.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  char *data = malloc(16);
  uintptr_t before = (uintptr_t)data;
  data = realloc(data, 1 << 20);
  assert((uintptr_t)data == before);
  return 0;
}
