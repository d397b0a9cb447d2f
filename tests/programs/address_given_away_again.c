// expect: unknown number of an address
// What malloc returns may have been freed before.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  int *first = malloc(sizeof *first);
  uintptr_t key = (uintptr_t)first;
  free(first);
  int *second = malloc(sizeof *second);
  assert((uintptr_t)second != key);
  return 0;
}
