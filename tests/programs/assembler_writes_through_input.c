// args: --property default
// expect: unsafe
// As assembler_writes_memory.c, with the pointer as an input.
#include <assert.h>
int main(void) {
  int flag = 1;
  __asm__ volatile("movl $0, (%0)" : : "r"(&flag) : "memory");
  assert(flag == 1);
  return 0;
}
